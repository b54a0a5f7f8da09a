/** Joins the parts of a formatted date, with the year in four digits: Intl writes 0090 as `90`. */
export function joinDateParts(parts: readonly Pick<Intl.DateTimeFormatPart, 'type' | 'value'>[]): string {
  return parts.map(({ type, value }) => (type === 'year' ? value.padStart(4, '0') : value)).join('');
}
