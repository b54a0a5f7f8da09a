/** The terms at the button of the order form (docs/product.md §1), which an order keeps. */
export const termsText =
  'By placing your order you agree to these terms: Delivery in 1-3 business days. Readings are non-refundable once delivered. For guidance and entertainment purposes.';
