import { formatAmount, formatDate, shopMoney } from '../../lib/format.ts';
import { counted } from '../../shared/counted-text.ts';
import { toMajor } from '../../shared/money.ts';
import type { Code, CodeInput } from '../../shared/offers/code-schema.ts';
import { readAmount, readWholeNumber } from '../../shared/typed-numbers.ts';
import type { DeskBase } from '../desk/desk-base.ts';
import type { Task } from '../desk/task-runner.ts';

export const blankCode = {
  ...{ code: '', percentOff: '', amountOff: '', limit: '', perAddress: '', from: '', until: '' },
  offers: [] as string[],
};

/** Returns why the typed amount is invalid; null if it is valid or blank. */
export function amountProblem({ amountOff }: typeof blankCode): string | null {
  return amountOff.trim() ? readAmount(amountOff, shopMoney(), 'Please enter a valid amount.').problem : null;
}

/** Returns the promotion code to send; an invalid number becomes NaN, which the schema refuses. */
export function toCode(fields: typeof blankCode): CodeInput {
  const money = shopMoney();
  const { amountMinor } = readAmount(fields.amountOff, money, '');
  return {
    ...fields,
    percentOff: readWholeNumber(fields.percentOff),
    amountOff: fields.amountOff.trim() ? toMajor(amountMinor ?? Number.NaN, money.currency) : null,
    limit: readWholeNumber(fields.limit),
    perAddress: readWholeNumber(fields.perAddress),
    from: fields.from || null,
    until: fields.until || null,
  };
}

/** Returns a code's terms: `20% off · until Nov 30, 2026 · 3 of 10 uses`. */
export function codeText({ percentOff, amountOff = 0, currency, ...code }: Code): string {
  const { from, until, used, limit, perAddress } = code;
  const parts = [
    `${percentOff === undefined ? formatAmount(amountOff, currency ?? '') : `${percentOff}%`} off`,
    from && `from ${formatDate(from)}`,
    until && `until ${formatDate(until)}`,
    limit ? `${used} of ${counted(limit, 'use')}` : counted(used, 'use'),
    perAddress && `${counted(perAddress, 'use')} per customer`,
  ];
  return parts.filter(Boolean).join(' · ');
}

/** Returns a promotion code's state on a day as a label: `On`, or why it can't be used, such as `Expired`. */
export function codeState({ isActive, from, until, currency, limit, used }: Code, today: string): string {
  if (!isActive) return 'Off';
  if (until && until < today) return 'Expired';
  if (currency && currency !== shopMoney().currency) return 'Other currency';
  if (limit && used >= limit) return 'Used up';
  return from && today < from ? 'Starts later' : 'On';
}

/** Returns the full address that fills in a code, of the page of its only offer or of the home page. */
export function codeLink({ code, offers: [only, ...others] }: Code): string {
  const page = only && others.length === 0 ? `/readings/${only}` : '/';
  return `${location.origin}${page}?${new URLSearchParams({ code })}`;
}

export function createCodeDesk({ api, fetching, work, toast }: DeskBase) {
  const perform = (task: Pick<Task<Code>, 'name' | 'run' | 'show' | 'refuse'>) =>
    work.perform({
      subject: 'codes',
      refresh: () => fetching.changed('codes'),
      failure: { title: 'Update Failed', message: 'Failed to update the codes' },
      ...task,
    });
  return {
    codes: fetching.store('codes', () => api.codes()),
    add: (json: CodeInput, refuse: (errors: Record<string, string>) => void) =>
      perform({
        run: () => api.createCode(json),
        refuse,
        show: (code) =>
          toast({ title: 'Code Added', description: `This link fills it in: ${codeLink(code)}` }),
      }),
    switchTo: ({ id }: Code, isActive: boolean) =>
      perform({
        name: `switch:${id}`,
        run: () => api.switchCode(id, isActive),
      }),
  };
}
