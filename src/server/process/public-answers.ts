import type { OfferedPayment } from '../../shared/checkout/payment.ts';
import { readBusiness } from '../business/read-business.ts';
import type { Context, PublicChange } from '../context/context.ts';
import { readQuotes } from '../feedback/feedback.ts';
import {
  findPicture,
  listPublicReaders,
  listShownPortraits,
} from '../people/directory/profiles-repository.ts';
import { hasWithdrawal } from '../settings/aftercare-settings.ts';
import { presentSettings } from '../settings/change-price.ts';
import { paymentSettings } from '../settings/change-settings.ts';
import { readOffer } from '../settings/read-offer.ts';
import { type Asset, assetOf, prepareAsset, withHeaders } from '../site/assets.ts';
import type { PublicWords } from '../site/listener.ts';
import { apiHeaders } from '../site/security-headers.ts';
import type { Service } from './create-service.ts';

/** Public data that is read once, and again when it has changed. */
interface Kept {
  /** @param what `business` when what that says may have changed as well */
  refresh(what: PublicChange): void;
}

/** What the pages say, read once for all who say it. */
export interface KeptWords extends Kept {
  read(): PublicWords;
}

/**
 * Keeps what the pages are to say until some of it may have changed, and all but the offer until that has: every payment
 * may change the day that is promised, and few days change what the business says.
 */
export function keepPublicWords({ context }: Pick<Service, 'context'>): KeptWords {
  let said: Omit<PublicWords, 'offer'> | null = null;
  let offer: PublicWords['offer'] | null = null;
  return {
    refresh(what) {
      offer = null;
      if (what === 'business') said = null;
    },
    read() {
      said ??= readSaid(context);
      offer ??= readOffer(context);
      return { ...said, offer };
    },
  };
}

function readSaid(context: Context): Omit<PublicWords, 'offer'> {
  return {
    site: readBusiness(context),
    readers: listPublicReaders(context.db),
    aftercare: { hasWithdrawal: hasWithdrawal(context.db), quotes: readQuotes(context) },
    payment: readOfferedPayment(context),
  };
}

function readOfferedPayment(context: Service['context']): OfferedPayment {
  const { wallets } = paymentSettings.read(context.db);
  return { isSandbox: context.config.stripe.mode === 'sandbox', wallets };
}

/**
 * Keeps the answer of `GET /api/settings`, which every visitor's page asks for.
 *
 * @param words the words that it says
 * @param answers where the public answers are kept, by their addresses
 * @param headers those of every answer
 */
export function keepSettings(
  { context, publishableKey }: Pick<Service, 'context' | 'publishableKey'>,
  words: KeptWords,
  answers: Map<string, Asset>,
  headers: Readonly<Record<string, string>>,
): Kept {
  const answerHeaders = { ...apiHeaders(headers), 'Content-Type': 'application/json' };
  let told = '';
  const refresh = () => {
    const now = JSON.stringify(presentSettings(context, words.read().offer, publishableKey));
    if (now === told) return;
    told = now;
    answers.set('/api/settings', prepareAsset(null, answerHeaders, { identity: Buffer.from(now) }));
  };
  refresh();
  return { refresh };
}

/**
 * Keeps the portraits of people whose accounts are open, valid forever at their addresses.
 *
 * @param answers where the public answers are kept, by their addresses
 * @param headers those of every answer
 */
export function keepPortraits(
  { context }: Pick<Service, 'context'>,
  answers: Map<string, Asset>,
  headers: Readonly<Record<string, string>>,
): Kept {
  let kept = new Set<string>();
  const refresh = (what: PublicChange) => {
    if (what !== 'business') return;
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
  refresh('business');
  return { refresh };
}

/** Has them look whether they have changed, in turn, whenever something may have. One that fails stays as it was. */
export function refreshTogether(
  { context, whenPublicChanges }: Pick<Service, 'context' | 'whenPublicChanges'>,
  kept: Kept[],
): void {
  whenPublicChanges((what) => {
    for (const { refresh } of kept) {
      try {
        refresh(what);
      } catch (error) {
        context.log.error({ err: error }, 'what everybody is told could not be looked at');
      }
    }
  });
}
