import type { TaxSettings } from '../../shared/shop/tax-schema.ts';
import type { DeskBase } from '../desk/desk-base.ts';
import { createSavedSettings } from '../desk/saved-settings.ts';

const successTexts: Record<TaxSettings['kind'], string> = {
  none: 'New receipts say nothing about tax.',
  included: 'New receipts show net, tax and rate.',
  exempt: 'New receipts say why no tax is charged.',
};

export function createTaxDesk(base: DeskBase) {
  return createSavedSettings(base, {
    key: 'settings/tax',
    read: base.api.taxSettings,
    change: base.api.changeTaxSettings,
    successText: ({ kind }) => successTexts[kind],
  });
}

/** Downloads the CSV file of a month's receipts. @param month such as `2026-11` */
export function downloadReceipts(month: string): void {
  const link = document.createElement('a');
  link.href = `/api/receipts.csv?${new URLSearchParams({ month })}`;
  link.download = '';
  link.click();
}

/** Returns the month before the one of a day, in the device's time zone: `2026-11`. */
export function previousMonth(day: Date): string {
  return new Date(Date.UTC(day.getFullYear(), day.getMonth() - 1)).toISOString().slice(0, '2026-11'.length);
}
