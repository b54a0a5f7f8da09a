/**
 * The pages that are rendered for each request; all others are public. Nothing else reaches Astro: it has addresses of
 * its own, such as an image converter that would work for strangers. `:id` stands for any word, which may be a secret:
 * the page counters know only these patterns.
 */
export const renderedPages = [
  '/admin/dashboard',
  '/admin/orders/:id/customer',
  '/admin/orders/:id/evidence',
  '/reader/dashboard',
  '/reader/orders/:id',
  '/order/:id',
  '/order/:id/receipt',
  '/withdraw/again/:id',
  '/my-orders/again/:id',
  '/withdraw/:id',
  // Only for admins: it names sender and server. Others get the public page.
  '/email-test',
  '/set-up/:id',
] as const;

const shapes = renderedPages.map((page) => ({
  page,
  shape: new RegExp(`^${page.replaceAll(':id', '[^/]+')}/?$`),
}));

/** @returns which of the pages above a path is of; null for any other */
export function renderedPageAt(path: string): string | null {
  return shapes.find(({ shape }) => shape.test(path))?.page ?? null;
}
