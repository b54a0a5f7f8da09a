/** What somebody who works here does (docs/product.md §6). */
export const roles = ['admin', 'reader'] as const;
