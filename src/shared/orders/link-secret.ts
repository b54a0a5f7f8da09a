/** Returns a link's secret without what was added to it, such as a full stop; '' when there is none. */
export function linkSecretIn(text: string): string {
  return /(?<![\w-])[\w-]{22}(?![\w-])/.exec(text)?.[0] ?? '';
}
