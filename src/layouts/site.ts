import type { Business } from '../shared/business.ts';

/** The languages that every page is there in: one, at the same address. A second one gets addresses of its own. */
export const languages = ['en'];

/** @returns the one address under which search engines and previews know a path: without a slash at its end */
export function absolute({ publicUrl }: Pick<Business, 'publicUrl'>, path: string): string {
  return `${publicUrl}${path.replace(/(?<=.)\/$/, '')}`;
}
