import { box, circle, line } from './shapes.ts';

export interface CardDrawing {
  fine: string;
  bold: string;
  solid: string;
}

const frame = box(3, 3, 114, 194, 9);
const innerFrame = `${box(9, 9, 102, 182, 5)}M9 167h102`;

/** Adds the frame and a number to the picture of a card. @param number in Roman figures, or 0; empty for none */
export function frameCard(number: string, picture: CardDrawing): CardDrawing {
  return {
    fine: innerFrame + picture.fine,
    bold: frame + numeral(number) + picture.bold,
    solid: picture.solid,
  };
}

const widths: Record<string, number> = { I: 2, V: 7, X: 7, 0: 9 };

function numeral(text: string): string {
  const gap = 3;
  const total = [...text].reduce((sum, letter) => sum + (widths[letter] ?? 0) + gap, -gap);
  let x = 60 - total / 2;
  const strokes = [...text].map((letter) => {
    const width = widths[letter] ?? 0;
    const left = x;
    x += width + gap;
    if (letter === '0') return circle(left + width / 2, 179, 5);
    if (letter === 'I') return line([left + 1, 174], [left + 1, 184]);
    if (letter === 'V') return line([left, 174], [left + width / 2, 184], [left + width, 174]);
    return line([left, 174], [left + width, 184]) + line([left + width, 174], [left, 184]);
  });
  return strokes.join('');
}
