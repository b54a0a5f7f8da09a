/** @returns what a command said on standard error beside how far it is, which a busy machine has it tell */
export function withoutProgress(text: string): string {
  return text.replaceAll(/^.*…( \d+ %)?( \d+ s)?\n/gm, '');
}
