import { isPresented, type Offer } from '../shared/offers/offer-types.ts';
import type { Business } from '../shared/shop/business-schema.ts';

/** @returns the address of a path for search engines and previews: without a slash at its end */
export function absoluteUrl({ publicUrl }: Pick<Business, 'publicUrl'>, path: string): string {
  return `${publicUrl}${path.replace(/(?<=.)\/$/, '')}`;
}

/** @returns the path of an offer's page: the home page for the only one that is presented to everybody */
export function offerPath({ slug }: Pick<Offer, 'slug'>, onSale: readonly Offer[]): string {
  const presented = onSale.filter(isPresented);
  return presented.length === 1 && presented[0]?.slug === slug ? '/' : `/readings/${slug}`;
}
