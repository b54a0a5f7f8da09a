import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/node';

export interface TestRun {
  name: string;
  /** Unsteady is what failed, and passed at a second try. */
  outcome: 'passed' | 'failed' | 'unsteady' | 'skipped';
  /** How long it took, in milliseconds. */
  duration: number;
  /** Its file, with Playwright its line as well: what the runner is told to run it alone. */
  place?: string;
  error?: string;
}

const errorLength = 600;

export function readVitest(path: string): TestRun[] {
  const report: JsonTestResults = JSON.parse(readFileSync(path, 'utf8'));
  return report.testResults.flatMap(({ name, message, assertionResults }) => {
    const file = { place: name, duration: 0 };
    if (message && assertionResults.length === 0) {
      return [
        {
          ...file,
          name: `${basename(name)}: does not load`,
          outcome: 'failed' as const,
          ...errorOf(message),
        },
      ];
    }
    return assertionResults.map(({ status, fullName, duration, failureMessages }) => ({
      ...file,
      name: `${basename(name)}: ${fullName}`,
      outcome: status === 'passed' || status === 'failed' ? status : ('skipped' as const),
      duration: duration ?? 0,
      ...errorOf(failureMessages?.[0]),
    }));
  });
}

export function readPlaywright(path: string): TestRun[] {
  const report: JSONReport = JSON.parse(readFileSync(path, 'utf8'));
  return report.suites.flatMap(testsOf);
}

const playwrightOutcomes: Record<string, TestRun['outcome']> = {
  expected: 'passed',
  unexpected: 'failed',
  flaky: 'unsteady',
};

function testsOf({ file, specs, suites = [] }: JSONReportSuite): TestRun[] {
  const tests = specs.flatMap(({ title, line, tests }) =>
    tests.map(({ status, results }) => ({
      name: `${file}: ${title}`,
      place: `${file}:${line}`,
      outcome: playwrightOutcomes[status] ?? 'skipped',
      duration: results.reduce((sum, { duration }) => sum + duration, 0),
      ...errorOf(results.find(({ error }) => error)?.error?.message),
    })),
  );
  return [...tests, ...suites.flatMap(testsOf)];
}

export function tellSlowest(tests: TestRun[], count: number): string {
  const slowest = tests.toSorted((one, other) => other.duration - one.duration).slice(0, count);
  return slowest
    .map(({ duration, name }) => `${(duration / 1000).toFixed(1).padStart(7)} s  ${name}`)
    .join('\n');
}

function errorOf(message: string | undefined): { error?: string } {
  return message ? { error: stripVTControlCharacters(message).slice(0, errorLength) } : {};
}
