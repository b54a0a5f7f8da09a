import { type OfferAnswer, presentOffer } from '../../shared/offers/offer-types.ts';
import type { Context, SignedIn } from '../base/context.ts';
import { recordSettings } from '../base/record-audit.ts';
import type { RenderedPicture } from '../base/render-picture.ts';
import { aboutOffer, changeShop, requireVersion } from './manage-offers.ts';
import { listOffers, storeOffer } from './offer-repository.ts';

/** Stores an offer's drawn picture. @throws {DomainError} as `requireVersion` */
export function changeOfferPicture(
  context: Context,
  user: SignedIn,
  id: string,
  version: number,
  { hash, picture: pictureFile }: RenderedPicture,
): Promise<OfferAnswer> {
  return changeShop(context, (tx) => {
    const before = requireVersion(listOffers(tx), id, version);
    const offer = { ...before, picture: `/pictures/${hash}.webp`, version: version + 1 };
    storeOffer(tx, { ...offer, pictureFile });
    recordSettings(context, tx, user, aboutOffer(offer), { picture: 'new' });
    return presentOffer(offer);
  });
}
