import { expect, test } from 'vitest';
import { createCodeSchema } from '../../shared/offers/code-schema.ts';
import { amountProblem, blankCode, codeState, toCode } from './code-store.ts';
import { aCode } from './system-testing.ts';

test.each([
  [{}, 'On'],
  [{ from: '2026-11-21' }, 'Starts later'],
  [{ until: '2026-11-19' }, 'Expired'],
  [{ used: 50 }, 'Used up'],
  [{ currency: 'eur' }, 'Other currency'],
  [{ isActive: false }, 'Off'],
])('labels a code with %j as: %s', (changes, state) => {
  expect(codeState(aCode({ from: null, until: null, ...changes }), '2026-11-20')).toBe(state);
});

const noAmount = 'Please enter a valid amount.';
test.each([
  [{ code: '' }, { code: 'The code is missing.' }],
  [{ percentOff: '' }, { percentOff: 'Enter a percentage or an amount above 0.' }],
  [{ percentOff: '', amountOff: '0' }, { amountOff: 'Enter a percentage or an amount above 0.' }],
  [{ amountOff: '5' }, { amountOff: 'Enter a percentage or an amount, not both.' }],
  [{ percentOff: '', amountOff: 'five' }, { amountOff: noAmount }],
  [{ from: '2036-12-24', until: '2036-12-01' }, { until: 'The last day is before the first.' }],
])('does not add a code with %j', (typed, problems) => {
  const fields = { ...blankCode, code: 'spring', percentOff: '20', ...typed };
  const issues = createCodeSchema.safeParse(toCode(fields)).error?.issues ?? [];
  expect(Object.fromEntries(issues.map(({ path, message }) => [path[0], message]))).toEqual(problems);
});

test('refuses an amount that can be read in two ways', () => {
  expect(amountProblem({ ...blankCode, amountOff: '1,234' })).toContain('1,234 could mean two amounts');
});
