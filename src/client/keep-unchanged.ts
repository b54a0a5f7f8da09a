/**
 * @param before what was there
 * @param after the same list, fetched again
 * @returns `after`, with the very objects of `before` where nothing about them has changed: what shows them is not
 *   drawn again
 */
export function keepUnchanged<Row extends { id: string }>(before: Row[], after: Row[]): Row[] {
  const known = new Map(before.map((row) => [row.id, row]));
  return after.map((row) => {
    const old = known.get(row.id);
    return old && JSON.stringify(old) === JSON.stringify(row) ? old : row;
  });
}
