import type { PaymentSettings } from '../../shared/checkout/payment-settings.ts';
import type { Context, SignedIn } from '../context/context.ts';
import { readSwitch, writeSwitch } from './settings-repository.ts';

const name = 'wallets';

/** @returns how one pays beside the card; nothing but the card, unless the admin has changed it (docs/product.md §4) */
export function readPaymentSettings({ db }: Pick<Context, 'db'>): PaymentSettings {
  return { wallets: readSwitch(db, name, false) };
}

export function changePaymentSettings(
  context: Context,
  user: SignedIn,
  settings: PaymentSettings,
): PaymentSettings {
  const { wallets } = settings;
  writeSwitch(context.db, name, wallets, context.clock.now());
  context.publicChanged('business');
  context.log.info({ userId: user.id, wallets }, 'what one can pay with was changed');
  return settings;
}
