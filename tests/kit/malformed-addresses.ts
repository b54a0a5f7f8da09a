/** Addresses that are answered 400, in the form of a request. */
export const malformedAddresses =
  '/% /%zz /%c0%af /thank-you% /order/SECRET% /%ff%fe http://x/% ftp://x/ * //%'.split(' ');
