import type { Suit } from '../readings/cards.ts';
import { type CardDrawing, frameCard } from './card-frame.ts';
import { circle, line, onBothSides, type Point, polar, rays, roundToTenth, star, waves } from './shapes.ts';

/* The minors are composed of their suit's sign and their number; the courts of the sign of their rank. */

/** A suit's sign about a point, in a square of two times `size`. */
type Sign = (x: number, y: number, size: number) => CardDrawing;

/** @returns what writes a point of a square from -10 to 10 as a point of a sign */
function within(x: number, y: number, size: number) {
  return (dx: number, dy: number) =>
    `${roundToTenth(x + (dx * size) / 10)} ${roundToTenth(y + (dy * size) / 10)}`;
}

const wand: Sign = (x, y, size) => {
  const at = within(x, y, size);
  const leaf = (side: 1 | -1, height: number) =>
    `M${at(0, height + 3)}L${at(side * 3, height - 2)}L${at(side * 6, height - 3)}` +
    `L${at(side * 4, height + 1)}L${at(0, height + 3)}`;
  return {
    bold: `M${at(-1.4, 10)}L${at(-1.4, -8)}L${at(0, -10)}L${at(1.4, -8)}L${at(1.4, 10)}Z`,
    fine: leaf(1, -4) + leaf(-1, 0) + leaf(1, 4),
    solid: '',
  };
};

const cup: Sign = (x, y, size) => {
  const at = within(x, y, size);
  return {
    bold: `M${at(-7, -8)}C${at(-7, 0)} ${at(-4, 3)} ${at(0, 3)}S${at(7, 0)} ${at(7, -8)}ZM${at(0, 3)}L${at(0, 8)}M${at(-5, 9)}L${at(5, 9)}`,
    fine: `M${at(-6.4, -4)}Q${at(0, -1.6)} ${at(6.4, -4)}M${at(-2, 5.5)}L${at(2, 5.5)}`,
    solid: '',
  };
};

const sword: Sign = (x, y, size) => {
  const at = within(x, y, size);
  return {
    bold: `M${at(0, -10)}L${at(1.6, -7)}L${at(1.6, 4)}L${at(-1.6, 4)}L${at(-1.6, -7)}ZM${at(-5, 4.6)}L${at(5, 4.6)}`,
    fine: `M${at(0, -7)}L${at(0, 4)}M${at(-1, 5)}L${at(-1, 8)}M${at(1, 5)}L${at(1, 8)}`,
    solid: circle(x, y + size * 0.9, roundToTenth(size * 0.13)),
  };
};

const pentacle: Sign = (x, y, size) => {
  const [radius, inner] = [roundToTenth(size * 0.85), roundToTenth(size * 0.68)];
  const corners = [0, 2, 4, 1, 3].map((corner) => polar(x, y, inner, corner * 72));
  return { bold: circle(x, y, radius), fine: `${circle(x, y, inner)}${line(...corners)}Z`, solid: '' };
};

const signs: Record<Suit, Sign> = { wands: wand, cups: cup, swords: sword, pentacles: pentacle };

/** What the ground of each suit is made of. */
const grounds: Record<Suit, string> = {
  wands: 'M9 164l12-9 11 9 14-11 14 11 14-11 14 11 11-9 12 9',
  cups: waves(9, 111, 156, 6, 7) + waves(9, 111, 162, 6, 7),
  swords: 'M9 158q8-7 16 0q8-9 18 0q8-7 17 0q9-9 17 0q10-7 18 0q8-7 16 0M9 164h102',
  pentacles: 'M9 157h102M9 162h102M30 157l-6 10M50 157l-3 10M70 157l3 10M90 157l6 10',
};

const numerals = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X'];

/** How big the signs of each number are, and where they stand. */
const places: Record<number, { size: number; at: Point[] }> = {
  2: { size: 26, at: onColumns([60], [50, 116]) },
  3: { size: 23, at: [[60, 46], ...onColumns([36, 84], [112])] },
  4: { size: 22, at: onColumns([36, 84], [50, 116]) },
  5: { size: 19, at: [...onColumns([34, 86], [42, 124]), [60, 83]] },
  6: { size: 18, at: onColumns([36, 84], [36, 83, 130]) },
  7: { size: 16, at: [...onColumns([34, 86], [36, 83, 130]), [60, 59]] },
  8: { size: 15, at: [...onColumns([34, 86], [36, 83, 130]), [60, 59], [60, 107]] },
  9: { size: 15, at: onColumns([30, 60, 90], [38, 83, 128]) },
  10: { size: 13, at: [...onColumns([32, 88], [30, 65, 100, 135]), [60, 48], [60, 118]] },
};

function onColumns(columns: number[], rows: number[]): Point[] {
  return rows.flatMap((y) => columns.map((x): Point => [x, y]));
}

function together(...drawings: CardDrawing[]): CardDrawing {
  const all = (weight: keyof CardDrawing) => drawings.map((drawing) => drawing[weight]).join('');
  return { fine: all('fine'), bold: all('bold'), solid: all('solid') };
}

function ace(suit: Suit): CardDrawing {
  return together(signs[suit](60, 84, 38), {
    bold: '',
    fine: rays(60, 84, 32, 44, 49) + grounds[suit],
    solid: onBothSides((x) => star(x(22), 30, 4, 6, 1.8) + star(x(22), 142, 4, 6, 1.8)),
  });
}

function pips(suit: Suit, number: number): CardDrawing {
  const { size, at } = places[number] ?? { size: 10, at: [] };
  const drawn = at.map(([x, y]) => signs[suit](x, y, size));
  return together(...drawn, { bold: '', fine: grounds[suit], solid: '' });
}

/** Who bears the sign: shoulders under a head, in a window of their own. */
const bearer: CardDrawing = {
  bold: `${circle(60, 58, 13)}M26 146C26 104 38 78 60 76C82 78 94 104 94 146Z`,
  fine: 'M18 150V62a42 42 0 0 1 84 0v88M9 150h102M50 76l10 12 10-12M60 88v6',
  solid: '',
};

const ranks: { mark: CardDrawing; band: CardDrawing }[] = [
  {
    // A page: a cap with its feather
    mark: {
      bold: 'M45 52c2-14 26-16 31-2Z',
      fine: 'M74 48c10-2 14-12 10-22-8 4-14 12-13 20M75 44l7-12',
      solid: circle(47, 51, 1.8),
    },
    band: { bold: '', fine: '', solid: circle(60, 179, 3) },
  },
  {
    // A knight: a helmet with its plume
    mark: {
      bold: 'M46 62V52a14 14 0 0 1 28 0v10M46 58h28M60 38v-8',
      fine: 'M60 30c-8-8-20-4-22 6 8-2 16 0 22 2M52 58v6M57 58v8M63 58v8M68 58v6',
      solid: '',
    },
    band: { bold: 'M54 173h12v6c0 4-3 6-6 7-3-1-6-3-6-7Z', fine: '', solid: '' },
  },
  {
    // A queen: a crown with pearls, and a veil
    mark: {
      bold: 'M46 49l-2-11 8 5 8-9 8 9 8-5-2 11Z',
      fine: 'M47 52c-10 12-8 26-14 38M73 52c10 12 8 26 14 38',
      solid: circle(44, 36, 2) + circle(60, 31, 2.4) + circle(76, 36, 2),
    },
    band: { bold: 'M52 184h16l2-8-6 3-4-5-4 5-6-3Z', fine: '', solid: '' },
  },
  {
    // A king: a closed crown with its cross, and a beard
    mark: {
      bold: 'M46 50V36l7 6 7-10 7 10 7-6v14ZM46 46h28M60 32v-10M56 26h8',
      fine: 'M51 66c2 10 6 14 9 18 3-4 7-8 9-18M56 68l4 9 4-9',
      solid: circle(46, 34, 1.8) + circle(74, 34, 1.8),
    },
    band: { bold: 'M51 185h18v-11l-5 4-4-6-4 6-5-4Z', fine: 'M51 182h18', solid: '' },
  },
];

function court(suit: Suit, rank: number): CardDrawing {
  const { mark, band } = ranks[rank] ?? { mark: bearer, band: bearer };
  return together(bearer, mark, band, signs[suit](60, 120, 24), {
    bold: '',
    fine: grounds[suit],
    solid: onBothSides((x) => star(x(22), 26, 4, 5, 1.6)),
  });
}

/** Draws a card of the minor arcana. @param number from 1, the ace, to 14, the king */
export function drawMinor(suit: Suit, number: number): CardDrawing {
  if (number > 10) return frameCard('', court(suit, number - 11));
  return frameCard(numerals[number - 1] ?? '', number === 1 ? ace(suit) : pips(suit, number));
}
