import { writeTransaction } from '../../../db/client.ts';
import type { Offer } from '../../shared/checkout/offer.ts';
import type { PublicSettings } from '../../shared/checkout/settings.ts';
import { centsToDollars, formatCents } from '../../shared/money.ts';
import type { Context, SignedIn } from '../base/context.ts';
import { aboutSettings, recordAudit } from '../base/record-audit.ts';
import { readPriceCents, writePriceCents } from './settings-repository.ts';

export function presentSettings(
  context: Pick<Context, 'config'>,
  { priceCents, promisedDay, closed }: Offer,
  publishableKey: string,
): PublicSettings {
  return {
    price: centsToDollars(priceCents),
    publishableKey,
    sandbox: context.config.stripe.mode === 'sandbox',
    promisedDay,
    closed,
  };
}

export async function changePrice(context: Context, user: SignedIn, priceCents: number): Promise<void> {
  const at = context.clock.now();
  await writeTransaction(context.db, (tx) => {
    const price = `${formatCents(readPriceCents(tx))} → ${formatCents(priceCents)}`;
    writePriceCents(tx, priceCents, at);
    const subject = aboutSettings('price', 'Price');
    recordAudit(tx, { actor: user, at, action: 'price_changed', subject, details: { price } });
  });
  context.signals.invalidatePublicPages();
  context.log.info({ userId: user.id, priceCents }, 'the price was changed');
}
