import type { PaymentSettings } from '../../shared/checkout/payment-settings.ts';
import type { SettingsGroup } from './change-settings.ts';
import { readSwitch, writeSwitch } from './settings-repository.ts';

const name = 'wallets';

/** How customers pay beside the card; only the card, unless the admin has changed it (docs/product.md §4). */
export const paymentSettings: SettingsGroup<PaymentSettings> = {
  id: 'payment',
  label: 'Ways to pay',
  isPublic: true,
  read: (db) => ({ wallets: readSwitch(db, name, false) }),
  write: (tx, { wallets }, updatedAt) => writeSwitch(tx, name, wallets, updatedAt),
};
