/** The SVG paths of a card, 120 by 200: fine lines, bold lines and fills. */
export interface CardDrawing {
  fine: string;
  bold: string;
  solid: string;
}

/** Parses a card's file in `src/assets/cards`; missing paths are ''. */
export function readDrawing(svg: string): CardDrawing {
  const pathOf = (id: string) => new RegExp(`id="${id}"[^>]* d="([^"]*)"`).exec(svg)?.[1] ?? '';
  return { fine: pathOf('fine'), bold: pathOf('bold'), solid: pathOf('solid') };
}
