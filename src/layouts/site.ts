import type { Business } from '../shared/business.ts';

/** @returns the one address under which search engines and previews know a path: without a slash at its end */
export function absolute({ publicUrl }: Pick<Business, 'publicUrl'>, path: string): string {
  return `${publicUrl}${path.replace(/(?<=.)\/$/, '')}`;
}
