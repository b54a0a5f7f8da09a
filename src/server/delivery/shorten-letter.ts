import { paragraphs, prose } from './template-runtime.ts';

/**
 * How large the HTML of a mail may be, in bytes: Gmail clips mails above 102 KB (https://www.caniemail.com/faq/), and
 * mail servers on the way add to it.
 */
export const htmlBytesAtMost = 90 * 1024;

/** The beginning of a text, and whether the rest is left out. */
export interface Beginning {
  text: string;
  isCut: boolean;
}

/**
 * @param room how many bytes its paragraphs may take in HTML
 * @returns as many whole paragraphs as fit; of a first one that is too long, as many lines or words as fit
 */
export function beginningOf(text: string, room: number): Beginning {
  const whole = prose(text);
  if (fits(whole, room)) return { text: whole, isCut: false };
  for (const gap of ['\n\n', '\n', ' ']) {
    const kept = asMuchAsFits(whole.split(gap), gap, room);
    if (kept) return { text: gap === ' ' ? `${kept} …` : kept, isCut: true };
  }
  return { text: '', isCut: true };
}

/** A longer text never takes less room, so a binary search works. */
function asMuchAsFits(parts: string[], gap: string, room: number): string {
  let fitting = 0;
  let tooMany = parts.length;
  while (tooMany - fitting > 1) {
    const middle = Math.floor((fitting + tooMany) / 2);
    if (fits(parts.slice(0, middle).join(gap), room)) fitting = middle;
    else tooMany = middle;
  }
  return parts.slice(0, fitting).join(gap).trimEnd();
}

function fits(text: string, room: number): boolean {
  return Buffer.byteLength(paragraphs(text)) <= room;
}
