import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import type { Run, Trial } from '../trial.ts';

/* What only a browser can tell. `npm run test:all` tells these stories among the others of tests/e2e. */

/** Tells the stories of one file of tests/e2e so many times in a real browser, on the built product. */
async function tellStories(file: string, times: number, { count, after }: Run): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'career-tarot-stories-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const report = join(folder, 'report.json');
  const child = spawn('playwright', ['test', file, `--repeat-each=${times}`, '--reporter=json'], {
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await once(child, 'exit');
  const { suites, errors }: JSONReport = JSON.parse(readFileSync(report, 'utf8'));
  for (const { message } of errors) count(`the stories could not be told: ${message}`);
  const countAll = ({ specs, suites: inner = [] }: JSONReportSuite) => {
    for (const { title, ok, tests } of specs) {
      const words = tests[0]?.results.at(-1)?.error?.message?.split('\n')[0];
      count(ok ? null : `"${title}": ${words}`);
    }
    inner.forEach(countAll);
  };
  suites.forEach(countAll);
  return '';
}

export const trials: Trial[] = [
  {
    table: 'attack',
    name: 'headers and Content-Security-Policy in a browser',
    promise:
      'a whole purchase violates no rule, no script is allowed inline, every answer carries the headers',
    counts: { quick: 0, full: 5 },
    run: (times, run) => tellStories('headers', times, run),
  },
  {
    table: 'attack',
    name: 'payloads in a browser',
    promise: 'none runs in a page or in a mail, wherever it was typed',
    counts: { quick: 0, full: 1 },
    run: (times, run) => tellStories('payloads', times, run),
  },
];
