/** @returns a mail address that only its owner recognizes: `m…@customers.example` */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@');
  // By characters, as people count them, so that none is cut in half.
  const [first = ''] = address.slice(0, at);
  return `${first}…${address.slice(at)}`;
}
