/**
 * Mail programs and people add to a link: the full stop of its sentence, a bracket, a blank, a campaign's
 * parameters.
 *
 * @param text where a link's secret should stand, decoded
 * @returns the secret (22 characters of base64url), or an empty text when there is none
 */
export function linkSecretIn(text: string): string {
  return /(?<![\w-])[\w-]{22}(?![\w-])/.exec(text)?.[0] ?? '';
}
