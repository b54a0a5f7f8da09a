/** The mark by which spreadsheets know that a file is UTF-8. */
const byteOrderMark = '\ufeff';

/** An `amount` is written as it is, also with a minus. */
export type CsvColumns<Row> = readonly (readonly [
  title: string,
  value: (row: Row) => string,
  kind?: 'amount',
])[];

/** Returns the first line of a CSV file (RFC 4180), after the mark for UTF-8. */
export function csvTitles<Row>(columns: CsvColumns<Row>): string {
  return byteOrderMark + toLine(columns.map(([title]) => toCell(title)));
}

/** Returns lines of a CSV file; a cell that a spreadsheet would take for a formula begins with an apostrophe. */
export function csvRows<Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string {
  const cellsOf = (row: Row) =>
    columns.map(([, value, kind]) => (kind === 'amount' ? value(row) : toCell(value(row))));
  return rows.map((row) => toLine(cellsOf(row))).join('');
}

function toLine(cells: string[]): string {
  return `${cells.join(',')}\r\n`;
}

/** An apostrophe makes a formula a text (OWASP, "CSV Injection"). */
function toCell(value: string): string {
  const harmless = /^[=+\-@＝＋－＠\t\r\n]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
