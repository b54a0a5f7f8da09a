/** The milliseconds between two messages. */
const pause = 10_000;

/** Reports how far a test run is, and about how long it will take: a reporter for Vitest and Playwright. */
export default class Progress {
  #total = 0;
  #done = 0;
  #startedAt = 0;
  #saidAt = 0;

  /** Called by Vitest. */
  onTestRunStart(files: readonly unknown[]): void {
    this.#begin(files.length);
  }

  onTestModuleEnd(): void {
    this.#count('files');
  }

  /** Called by Playwright. */
  onBegin(_config: unknown, suite: { allTests(): unknown[] }): void {
    this.#begin(suite.allTests().length);
  }

  onTestEnd(_test: unknown, { retry }: { retry: number }): void {
    if (retry === 0) this.#count('tests');
  }

  #begin(total: number): void {
    this.#total = total;
    this.#startedAt = this.#saidAt = Date.now();
  }

  #count(unit: string): void {
    this.#done += 1;
    const now = Date.now();
    if (now - this.#saidAt < pause) return;
    this.#saidAt = now;
    const left = Math.round((((now - this.#startedAt) / this.#done) * (this.#total - this.#done)) / 1000);
    console.log(`-- ${this.#done} of ${this.#total} ${unit} done, about ${left} s left`);
  }
}
