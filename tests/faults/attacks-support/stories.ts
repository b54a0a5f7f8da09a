import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import { createTally, type Outcome } from '../trial.ts';

/**
 * Tells the stories of one file of tests/e2e in a real browser, on the built product.
 *
 * @param count how many times each
 * @returns what came of each story, each time
 */
export async function tellStories(file: string, count: number): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'career-tarot-stories-'));
  const report = join(folder, 'report.json');
  try {
    const child = spawn('playwright', ['test', file, `--repeat-each=${count}`, '--reporter=json'], {
      env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await once(child, 'exit');
    const { suites, errors }: JSONReport = JSON.parse(readFileSync(report, 'utf8'));
    const tally = createTally();
    for (const { message } of errors) tally.count(`the stories could not be told: ${message}`);
    for (const suite of suites) countSuite(suite, tally.count);
    return tally.outcome();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function countSuite(suite: JSONReportSuite, count: (loss: string | null) => void): void {
  for (const { title, ok, tests } of suite.specs) {
    const words = tests[0]?.results.at(-1)?.error?.message?.split('\n')[0];
    count(ok ? null : `"${title}": ${words}`);
  }
  for (const inner of suite.suites ?? []) countSuite(inner, count);
}
