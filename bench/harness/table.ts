import type { Finding } from './benchmark.ts';

const columns = ['benchmark', 'what', 'measured', 'target', ''];

/** @returns the findings as aligned text, one line each */
export function formatTable(findings: readonly (Finding & { benchmark: string })[]): string {
  const rows = findings.map(({ benchmark, what, measured, target = '', isMet }) => [
    benchmark,
    what,
    measured,
    target,
    isMet === undefined ? '' : isMet ? 'met' : 'missed',
  ]);
  const widths = columns.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [line(columns), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
