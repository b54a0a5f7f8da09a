import { readBusiness } from '../business/read-business.ts';
import { readQuotes } from '../feedback/feedback.ts';
import {
  findPicture,
  listPublicReaders,
  listShownPortraits,
} from '../people/directory/profiles-repository.ts';
import { hasWithdrawal } from '../settings/aftercare-settings.ts';
import { readPublicSettings } from '../settings/change-price.ts';
import { readOffer } from '../settings/read-offer.ts';
import { type Asset, assetOf, prepareAsset, withHeaders } from '../site/assets.ts';
import type { PublicWords } from '../site/listener.ts';
import { apiHeaders } from '../site/security-headers.ts';
import type { Service } from './create-service.ts';

/** What everybody is told alike is made once, and anew when it has changed. */
interface Kept {
  refresh(): void;
}

/** @returns what the pages are to say now */
export function readPublicWords({ context }: Service): PublicWords {
  const aftercare = { hasWithdrawal: hasWithdrawal(context.db), quotes: readQuotes(context) };
  return {
    site: readBusiness(context),
    offer: readOffer(context),
    readers: listPublicReaders(context.db),
    aftercare,
  };
}

/**
 * Keeps the answer of `GET /api/settings`, which every visitor's page asks for.
 *
 * @param answers where everybody's answers are kept, by their addresses
 * @param headers those of every answer
 */
export function keepSettings(
  { context, publishableKey }: Service,
  answers: Map<string, Asset>,
  headers: Readonly<Record<string, string>>,
): Kept {
  const answerHeaders = { ...apiHeaders(headers), 'Content-Type': 'application/json' };
  let told = '';
  const refresh = () => {
    const now = JSON.stringify(readPublicSettings(context, publishableKey));
    if (now === told) return;
    told = now;
    answers.set('/api/settings', prepareAsset(null, answerHeaders, { identity: Buffer.from(now) }));
  };
  refresh();
  return { refresh };
}

/**
 * Keeps the portraits of those whose accounts are open, for ever valid at their addresses.
 *
 * @param answers where everybody's answers are kept, by their addresses
 * @param headers those of every answer
 */
export function keepPortraits(
  { context }: Pick<Service, 'context'>,
  answers: Map<string, Asset>,
  headers: Readonly<Record<string, string>>,
): Kept {
  let kept = new Set<string>();
  const refresh = () => {
    const shown = listShownPortraits(context.db);
    const addresses = new Set(shown.map(({ address }) => address));
    for (const gone of kept) if (!addresses.has(gone)) answers.delete(gone);
    for (const { userId, address } of shown) {
      if (kept.has(address)) continue;
      const identity = findPicture(context.db, userId);
      if (identity) answers.set(address, withHeaders(assetOf(address, { identity }, true), headers));
    }
    kept = addresses;
  };
  refresh();
  return { refresh };
}

/** Has them look whether they have changed, whenever something may have. One that fails stays as it was. */
export function refreshTogether({ context, whenPublicChanges }: Service, kept: Kept[]): void {
  whenPublicChanges(() => {
    for (const { refresh } of kept) {
      try {
        refresh();
      } catch (error) {
        context.log.error({ err: error }, 'what everybody is told could not be looked at');
      }
    }
  });
}
