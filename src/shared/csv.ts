import type { MoneyStyle } from './money.ts';
import { decimalSign } from './typed-numbers.ts';

/** The mark that tells spreadsheets that a file is UTF-8. */
const byteOrderMark = '\ufeff';

/** `amount` marks a number such as `-49.50`: its point becomes the file's decimal sign, its minus stays. */
export type CsvColumns<Row> = readonly (readonly [
  title: string,
  value: (row: Row) => string,
  kind?: 'amount',
])[];

/** Returns the signs that spreadsheets of the shop's country expect: semicolons with decimal commas. */
function signsOf(style: MoneyStyle) {
  const { csv = 'locale' } = style;
  const isComma = csv === 'locale' ? decimalSign(style) === ',' : csv === 'semicolon';
  return isComma ? { separator: ';', decimal: ',' } : { separator: ',', decimal: '.' };
}

/** Returns a CSV file's byte order mark and its line of titles (RFC 4180). */
export function csvTitles<Row>(columns: CsvColumns<Row>, style: MoneyStyle): string {
  const { separator } = signsOf(style);
  return (
    byteOrderMark +
    toLine(
      separator,
      columns.map(([title]) => toCell(title, separator)),
    )
  );
}

/** Returns lines of a CSV file; puts an apostrophe before a cell that a spreadsheet would run as a formula. */
export function csvRows<Row>(columns: CsvColumns<Row>, rows: readonly Row[], style: MoneyStyle): string {
  const { separator, decimal } = signsOf(style);
  const cellsOf = (row: Row) =>
    columns.map(([, value, kind]) =>
      kind === 'amount' ? value(row).replace('.', decimal) : toCell(value(row), separator),
    );
  return rows.map((row) => toLine(separator, cellsOf(row))).join('');
}

function toLine(separator: string, cells: string[]): string {
  return `${cells.join(separator)}\r\n`;
}

/** An apostrophe makes a formula a text (OWASP, "CSV Injection"). */
function toCell(value: string, separator: string): string {
  const harmless = /^[=+\-@＝＋－＠\t\r\n]/.test(value) ? `'${value}` : value;
  return /["\r\n]/.test(harmless) || harmless.includes(separator)
    ? `"${harmless.replaceAll('"', '""')}"`
    : harmless;
}
