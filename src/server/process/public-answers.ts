import { readBusiness } from '../business/read-business.ts';
import { readPublicSettings } from '../settings/change-price.ts';
import { readOffer } from '../settings/read-offer.ts';
import { type Asset, prepareAsset } from '../site/assets.ts';
import type { PublicWords } from '../site/listener.ts';
import { apiHeaders } from '../site/security-headers.ts';
import type { Service } from './create-service.ts';

/** What everybody is told alike is made once, and anew when it has changed. */
interface Kept {
  refresh(): void;
}

/** @returns what the pages are to say now */
export function readPublicWords({ context }: Service): PublicWords {
  return { site: readBusiness(context), offer: readOffer(context) };
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
