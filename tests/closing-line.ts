import type { FullResult, Reporter, Suite, TestCase } from '@playwright/test/reporter';

/** Ends a run of Playwright as every command here ends that tests something: with what it counted. */
export default class ClosingLine implements Reporter {
  #tests: TestCase[] = [];

  onBegin(_config: unknown, all: Suite): void {
    this.#tests = all.allTests();
  }

  onEnd({ status }: FullResult): void {
    const passed = this.#tests.filter((test) => test.outcome() === 'expected').length;
    // A run that broke off is a failure, also when no test was to blame.
    const failed = Math.max(this.#tests.length - passed, status === 'passed' ? 0 : 1);
    console.log(`${passed} passed, ${failed} failed`);
  }
}
