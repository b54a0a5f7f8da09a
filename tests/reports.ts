import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/node';

export interface TestRun {
  name: string;
  /** `unsteady`: failed, then passed on a retry. */
  outcome: 'passed' | 'failed' | 'unsteady' | 'skipped';
  /** In milliseconds. */
  duration: number;
  /** Its file (for Playwright, with the line): the runner's argument to run it alone. */
  place?: string;
  error?: string;
  /** Why it was skipped, or what it left out. */
  reason?: string;
}

const errorLength = 600;

/** The annotation of a test that left something out; its description says why. */
export const leftOut = 'left out';

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
    tests.map(({ status, results, annotations = [] }) => ({
      name: `${file}: ${title}`,
      place: `${file}:${line}`,
      outcome: playwrightOutcomes[status] ?? 'skipped',
      duration: results.reduce((sum, { duration }) => sum + duration, 0),
      ...errorOf(results.find(({ error }) => error)?.error?.message),
      ...reasonOf(annotations),
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

/** @returns a line for each test that was skipped or left something out */
export function tellSkipped(tests: TestRun[]): string[] {
  return tests
    .filter(({ outcome, reason }) => outcome === 'skipped' || reason !== undefined)
    .map(({ name, reason }) => `skipped: ${name}${reason === undefined ? '' : ` (${reason})`}`);
}

function reasonOf(annotations: { type: string; description?: string }[]): { reason?: string } {
  const found = annotations.find(({ type }) => ['skip', 'fixme', leftOut].includes(type));
  return found ? { reason: found.description ?? 'no reason given' } : {};
}

function errorOf(message: string | undefined): { error?: string } {
  return message ? { error: stripVTControlCharacters(message).slice(0, errorLength) } : {};
}
