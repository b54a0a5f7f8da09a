export type Target = { atLeast: number } | { atMost: number };

/** The units of values. Memory and sizes are in bytes, times in milliseconds. */
const units = {
  count: (value: number) => Math.round(value).toLocaleString('en-US'),
  kilobytes: (value: number) => `${(value / 1_000).toFixed(1)} KB`,
  megabytes: (value: number) => `${(value / 1_000_000).toFixed(0)} MB`,
  milliseconds: (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`,
  perSecond: (value: number) => `${units.count(value)} a second`,
  ratio: (value: number) => value.toFixed(2),
  thousandths: (value: number) => value.toFixed(3),
};
export type Unit = keyof typeof units;

/** One measured value; a row of the table in docs/performance.md. */
export type Result = ReturnType<typeof result>;

export interface Setup {
  /** An empty folder, deleted at the end. */
  folder: string;
  progress: (message: string) => void;
  /** Returns the path of a database with this many orders, created once for all benchmarks. */
  databaseWith: (orders: number) => Promise<string>;
}

export interface Benchmark {
  name: string;
  /** The baseline, when it is measured in the same run. */
  comparedWith?: string;
  /** Its servers are stopped afterwards. @throws when something could not be measured */
  run: (setup: Setup) => Promise<Result[]>;
}

/** How many orders a shop has after ten years of fifty a day. */
export const manyOrders = 200_000;

export const format = (value: number, unit: Unit): string => units[unit](value);

export function isMet({ value, target }: Pick<Result, 'value' | 'target'>): boolean {
  return 'atLeast' in target ? value >= target.atLeast : value <= target.atMost;
}

/** Returns a result. @param detail other figures of the same measurement, for the reader */
export function result(what: string, value: number, target: Target, unit: Unit, detail?: string) {
  return { what, value, target, unit, detail };
}

/** Returns the value that the given share of the values does not exceed; by default the median. */
export function quantile(values: readonly number[], share = 0.5): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new Error('Nothing was measured.');
  return value;
}

/** Writes results as rows of the table in docs/performance.md. */
export function rowsOf({ name, comparedWith = '' }: Benchmark, results: readonly Result[]): string[] {
  return results.map((each) => {
    const { what, value, unit, target, detail } = each;
    const reach =
      'atLeast' in target ? `>= ${format(target.atLeast, unit)}` : `<= ${format(target.atMost, unit)}`;
    const figure = isMet(each) ? format(value, unit) : `**${format(value, unit)}** missed`;
    const measured = detail ? `${figure} (${detail})` : figure;
    return `| ${what} | ${reach} | ${measured} | ${comparedWith} | \`${name}\` |`;
  });
}

/** Replaces a benchmark's rows, or adds them at the end of the document's table. */
export function replaceRows(document: string, name: string, rows: readonly string[]): string {
  const lines = document.split('\n');
  const isEarlier = (line: string) => line.endsWith(`| \`${name}\` |`);
  const first = lines.findIndex(isEarlier);
  const place = first === -1 ? lines.findLastIndex((line) => line.startsWith('|')) + 1 : first;
  const kept = lines.filter((line) => !isEarlier(line));
  return kept.toSpliced(place, 0, ...rows).join('\n');
}
