import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderOfFile } from './kit/temporary-folder.ts';
import { leftOut, readPlaywright, readVitest, tellSkipped } from './reports.ts';

const folder = folderOfFile();

function write(name: string, report: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(report));
  return path;
}

const vitest = write('vitest.json', {
  testResults: [
    {
      name: '/shop/src/cards.test.ts',
      message: '',
      assertionResults: [
        { status: 'passed', fullName: 'a card is drawn', duration: 20.4 },
        { status: 'failed', fullName: 'a card is turned', duration: 1_500, failureMessages: ['upright'] },
        { status: 'pending', fullName: 'a card is lost' },
      ],
    },
    { name: '/shop/src/torn.test.ts', message: 'SyntaxError: Unexpected token', assertionResults: [] },
    { name: '/shop/src/not-run.test.ts', message: '', assertionResults: [] },
  ],
});
const tried = (title: string, line: number, status: string, ...durations: number[]) => ({
  title,
  line,
  tests: [{ status, results: durations.map((duration) => ({ duration })) }],
});
const annotated = (title: string, status: string, annotation: { type: string; description: string }) => ({
  title,
  line: 30,
  tests: [{ status, annotations: [annotation], results: [] }],
});
const playwright = write('playwright.json', {
  suites: [
    {
      file: 'story.e2e.ts',
      specs: [tried('a customer buys', 3, 'expected', 9_000)],
      suites: [
        {
          file: 'story.e2e.ts',
          specs: [
            tried('a customer waits', 14, 'flaky', 400, 700),
            tried('no customer comes', 25, 'skipped'),
            annotated('a bank is asked', 'skipped', { type: 'skip', description: 'the bank is closed' }),
            annotated('a hall is drawn', 'expected', { type: leftOut, description: 'no paint' }),
            annotated('a street is drawn', 'expected', { type: 'issue', description: '42' }),
          ],
        },
      ],
    },
  ],
});

test('counts each unit test once, and an unloadable file as failed', () => {
  const place = '/shop/src/cards.test.ts';
  expect(readVitest(vitest)).toEqual([
    { name: 'cards.test.ts: a card is drawn', place, outcome: 'passed', duration: 20.4 },
    { name: 'cards.test.ts: a card is turned', place, outcome: 'failed', duration: 1_500, error: 'upright' },
    { name: 'cards.test.ts: a card is lost', place, outcome: 'skipped', duration: 0 },
    {
      name: 'torn.test.ts: does not load',
      place: '/shop/src/torn.test.ts',
      outcome: 'failed',
      duration: 0,
      error: 'SyntaxError: Unexpected token',
    },
  ]);
});

test('counts grouped browser tests, and a pass on retry as unsteady', () => {
  expect(readPlaywright(playwright).slice(0, 3)).toEqual([
    { name: 'story.e2e.ts: a customer buys', place: 'story.e2e.ts:3', outcome: 'passed', duration: 9_000 },
    {
      name: 'story.e2e.ts: a customer waits',
      place: 'story.e2e.ts:14',
      outcome: 'unsteady',
      duration: 1_100,
    },
    { name: 'story.e2e.ts: no customer comes', place: 'story.e2e.ts:25', outcome: 'skipped', duration: 0 },
  ]);
});

test('names skipped tests and the reason', () => {
  expect(tellSkipped([...readVitest(vitest), ...readPlaywright(playwright)])).toEqual([
    'skipped: cards.test.ts: a card is lost',
    'skipped: story.e2e.ts: no customer comes',
    'skipped: story.e2e.ts: a bank is asked (the bank is closed)',
    'skipped: story.e2e.ts: a hall is drawn (no paint)',
  ]);
});
