/** @returns a link's secret without what a mail program or a person added, e.g. a full stop; '' without one */
export function linkSecretIn(text: string): string {
  return /(?<![\w-])[\w-]{22}(?![\w-])/.exec(text)?.[0] ?? '';
}
