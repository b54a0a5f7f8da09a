/** What Stripe allows behind the prefix (https://docs.stripe.com/get-started/account/statement-descriptors). */
export const descriptorPattern = /^(?=.*[A-Za-z])(?!.*[<>\\'"*])[ -~]{5,18}$/;
export const descriptorRule = `must be 5 to 18 characters of plain ASCII with a letter, without < > \\ ' " *: statements have room for 22 characters, including the Stripe account's prefix and "* "`;
