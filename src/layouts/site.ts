import type { Business } from '../shared/shop/business.ts';

/** @returns the address of a path for search engines and previews: without a slash at its end */
export function absoluteUrl({ publicUrl }: Pick<Business, 'publicUrl'>, path: string): string {
  return `${publicUrl}${path.replace(/(?<=.)\/$/, '')}`;
}
