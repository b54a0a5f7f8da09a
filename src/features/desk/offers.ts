import type { DeskBase } from './desk-base.ts';

/** Creates the store of all offers in the shop's order, archived ones too. */
export function createOffers({ api, fetching }: DeskBase) {
  return fetching.store('offers', async () => (await api.offers()).offers);
}
