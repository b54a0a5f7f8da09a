/** The role of a member of staff (docs/product.md §6). */
export const roles = ['admin', 'reader'] as const;
