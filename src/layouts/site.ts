import type { Business } from '../shared/business.ts';

/** Every page has one language; a second one would get addresses of its own. */
export const languages = ['en'];

/** @returns the address of a path for search engines and previews: without a slash at its end */
export function absolute({ publicUrl }: Pick<Business, 'publicUrl'>, path: string): string {
  return `${publicUrl}${path.replace(/(?<=.)\/$/, '')}`;
}
