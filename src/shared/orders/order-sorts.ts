/** What the list of orders can be sorted by (docs/product.md §7), and which way. */
export const orderSorts = ['customer', 'date', 'status'] as const;
export const sortDirections = ['asc', 'desc'] as const;
