/**
 * What stands by the button of the order form (docs/product.md §1), and what an order keeps of it: the one home of
 * these words, so that no customer is told that they agreed to others.
 */
export const termsWords =
  'By placing your order you agree to these terms: Delivery in 1-3 business days. Readings are non-refundable once delivered. For guidance and entertainment purposes.';
