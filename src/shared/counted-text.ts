/** Returns the singular or plural: `plural(1, 'order')` → `order`, `plural(2, 'it is', 'they are')` → `they are`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? one : many;
}

/** Returns a number with its word: `1 order`, `2000 orders`. */
export function counted(count: number, one: string, many?: string): string {
  return `${count} ${plural(count, one, many)}`;
}

/** Returns how much too long a text is, counted as by `length`: `23 characters too long`; null when it fits. */
export function excessText(text: string, maximum: number): string | null {
  return text.length > maximum ? `${counted(text.length - maximum, 'character')} too long` : null;
}
