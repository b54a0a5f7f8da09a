/** The mark by which spreadsheets know that a file is UTF-8. */
const byteOrderMark = '\ufeff';

/** What a file has of each row. */
export type CsvColumns<Row> = readonly (readonly [title: string, value: (row: Row) => string])[];

/** @returns the first line of a file (RFC 4180) */
export function csvTitles<Row>(columns: CsvColumns<Row>): string {
  return byteOrderMark + toLine(columns.map(([title]) => title));
}

/** @returns rows as lines of such a file */
export function csvRows<Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string {
  return rows.map((row) => toLine(columns.map(([, value]) => value(row)))).join('');
}

function toLine(cells: string[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

/** A cell that a spreadsheet would take for a formula is made a text by an apostrophe (OWASP, "CSV Injection"). */
function toCell(value: string): string {
  const harmless = /^[=+\-@＝＋－＠\t\r\n]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
