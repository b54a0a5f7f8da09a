import type { Finding } from './benchmark.ts';

const columns = ['benchmark', 'what', 'measured', 'beside it, in the same run', 'reach', ''];

/** @returns the findings as aligned text, one line each, and how many targets were met */
export function formatTable(findings: readonly (Finding & { benchmark: string })[]): string {
  const rows = findings.map(({ benchmark, what, measured, reference = '', target = '', isMet }) => [
    benchmark,
    what,
    measured,
    reference,
    target,
    isMet === undefined ? '' : isMet ? 'met' : 'MISSED',
  ]);
  const widths = columns.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  const judged = findings.filter(({ isMet }) => isMet !== undefined);
  const met = judged.filter(({ isMet }) => isMet);
  return [
    line(columns),
    line(widths.map((width) => '-'.repeat(width))),
    ...rows.map(line),
    '',
    `${met.length} of ${judged.length} targets are met.`,
  ].join('\n');
}
