/** The least lengths of names for which one slip, or two, count as a misspelling. */
const [longEnough, longEnoughForTwo] = [8, 14];

/**
 * Finds a name that is probably a misspelling of one of ours: another case, a letter too many, too few, swapped or
 * wrong. Short names resemble other programs' names too much.
 *
 * @param names the names that are set
 * @param known our names
 * @returns the first pair, or null
 */
export function findMisspelt(
  names: readonly string[],
  known: readonly string[],
): { name: string; meant: string } | null {
  for (const name of names.filter((other) => !known.includes(other))) {
    const meant = known.find((ours) => ours.length >= longEnough && isMeant(name.toUpperCase(), ours));
    if (meant !== undefined) return { name, meant };
  }
  return null;
}

function isMeant(name: string, ours: string): boolean {
  return isWithin(name, ours, ours.length < longEnoughForTwo ? 1 : 2);
}

/** @returns whether at most so many insertions, deletions, changes or swaps of letters turn one name into the other */
function isWithin(one: string, other: string, slips: number): boolean {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const [a, b] = [one.slice(same), other.slice(same)];
  if (a === b) return true;
  if (slips === 0) return false;
  const isSwapped = a.length > 1 && a[0] === b[1] && a[1] === b[0];
  return (
    isWithin(a.slice(1), b, slips - 1) ||
    isWithin(a, b.slice(1), slips - 1) ||
    isWithin(a.slice(1), b.slice(1), slips - 1) ||
    (isSwapped && isWithin(a.slice(2), b.slice(2), slips - 1))
  );
}
