import { type Queryable, writeTransaction } from '../../../db/client.ts';
import type { PaymentSettings } from '../../shared/checkout/payment-settings.ts';
import { aboutSettings, recordAudit, whatChanged } from '../audit/record-audit.ts';
import type { Context, SignedIn } from '../context/context.ts';
import { readSwitch, writeSwitch } from './settings-repository.ts';

const name = 'wallets';

/** @returns how one pays beside the card; nothing but the card, unless the admin has changed it (docs/product.md §4) */
export function readPaymentSettings({ db }: { db: Queryable }): PaymentSettings {
  return { wallets: readSwitch(db, name, false) };
}

export async function changePaymentSettings(
  context: Context,
  user: SignedIn,
  settings: PaymentSettings,
): Promise<PaymentSettings> {
  const { wallets } = settings;
  const at = context.clock.now();
  await writeTransaction(context.db, (tx) => {
    const details = whatChanged(readPaymentSettings({ db: tx }), settings);
    writeSwitch(tx, name, wallets, at);
    const subject = aboutSettings('payment', 'Ways to pay');
    recordAudit(tx, { actor: user, at, action: 'settings_changed', subject, details });
  });
  context.publicChanged('business');
  context.log.info({ userId: user.id, wallets }, 'what one can pay with was changed');
  return settings;
}
