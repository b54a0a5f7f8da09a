/** Reads a typed whole number. @returns null for a blank field, NaN for anything else */
export function readWholeNumber(text: string): number | null {
  const typed = text.trim();
  if (typed === '') return null;
  return /^-?\d+$/.test(typed) ? Number(typed) : Number.NaN;
}
