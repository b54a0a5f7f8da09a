import { counted } from './plural.ts';

/** Returns how much of a text is too much: `23 characters too long`; null when it fits. */
export function excessText(text: string, maximum: number): string | null {
  return text.length > maximum ? `${counted(text.length - maximum, 'character')} too long` : null;
}
