import { chromium } from '@playwright/test';
import lighthouse, { type Result } from 'lighthouse';
import { chromiumOptions } from '../../../tests/browser.ts';
import { lighthouseBudgets } from '../budgets.ts';
import { freePort } from '../harness/processes.ts';

export type Measure = keyof typeof lighthouseBudgets;
export const measures = Object.keys(lighthouseBudgets) as Measure[];

/** What one look at a page gave. */
export interface Look {
  values: Record<Measure, number>;
  /** The audits that were not passed, in words; those of speed are in the values. */
  failures: string[];
  /** How fast the machine was just then, as Lighthouse reckons: a desktop has some 1500 and more. */
  machine: number;
}

/**
 * Opens a page in a fresh browser, as Lighthouse does for a phone on a slow connection. Now and then the
 * recording misses the page's start, and Lighthouse asks to be run again: twice more, then it is an error.
 *
 * @param skip audits to leave out
 * @throws when the page could not be looked at
 */
export async function look(url: string, skip: readonly string[]): Promise<Look> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await lookOnce(url, skip);
    } catch (error) {
      if (attempt === 3) throw error;
    }
  }
}

async function lookOnce(url: string, skip: readonly string[]): Promise<Look> {
  const port = await freePort();
  const browser = await chromium.launch(chromiumOptions(`--remote-debugging-port=${port}`));
  try {
    const run = await lighthouse(url, {
      port,
      logLevel: 'error',
      // As it comes, Lighthouse is a phone on a simulated slow 4G.
      onlyCategories: measures.filter((measure) => 'atLeast' in lighthouseBudgets[measure]),
      skipAudits: [...skip],
      ignoreStatusCode: skip.includes('http-status-code'),
    });
    if (!run || run.lhr.runtimeError)
      throw new Error(run?.lhr.runtimeError?.message ?? 'Nothing was measured.');
    const { lhr } = run;
    return {
      values: readValues(lhr),
      failures: findFailures(lhr),
      machine: lhr.environment.benchmarkIndex,
    };
  } finally {
    await browser.close();
  }
}

function readValues({ categories, audits }: Result): Record<Measure, number> {
  const values = measures.map((measure) => {
    const score = categories[measure]?.score;
    const value = typeof score === 'number' ? Math.round(score * 100) : audits[measure]?.numericValue;
    if (value === undefined) throw new Error(`Lighthouse says nothing of ${measure}.`);
    return [measure, value] as const;
  });
  return Object.fromEntries(values) as Record<Measure, number>;
}

function findFailures({ categories, audits }: Result): string[] {
  return Object.values(categories)
    .filter(({ id }) => id !== 'performance')
    .flatMap(({ auditRefs }) => auditRefs)
    .filter(({ weight, id }) => weight > 0 && audits[id]?.score !== null && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => `${id}: ${audits[id]?.title}`);
}
