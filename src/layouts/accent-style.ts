import type { Accent } from '../shared/accent.ts';

/**
 * In no layer, so that it counts before the themes of tailwind.config.mjs, whose names it has. On paper it is always
 * day, also where styles/paper.css says so.
 *
 * @returns what a page has where the business has chosen its own colour
 */
export function accentStyle({ day, night, onNight }: Accent): string {
  return `:root{--color-primary:${day}}@media screen and (prefers-color-scheme:dark){:root{--color-primary:${night};--color-primary-content:${onNight}}}@media print{:root:root:root{--color-primary:${day}}}`;
}
