/** What Stripe allows behind the prefix (https://docs.stripe.com/get-started/account/statement-descriptors). */
export const descriptorPattern = /^(?=.*[A-Za-z])(?!.*[<>\\'"*])[ -~]{5,18}$/;
export const descriptorRule = `must be 5 to 18 characters of plain ASCII with a letter, without < > \\ ' " *: on statements the prefix of the Stripe account and "* " stand before it, and 22 characters is all there is`;
