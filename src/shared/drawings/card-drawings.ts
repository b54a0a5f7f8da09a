import { frameCard } from './card-frame.ts';
import { circle, onBothSides, polar, rays, roundToTenth, star } from './shapes.ts';

/* The cards that decorate the site. The others are in draw-card.ts, which a customer’s checkout does not load. */

const smallStar = (x: number, y: number) => star(x, y, 4, 4.5, 1.4);

const theStar = frameCard('XVII', {
  bold: `${star(60, 66, 8, 34, 10)}M9 138h102`,
  fine:
    circle(60, 66, 10) +
    circle(60, 66, 39) +
    rays(60, 66, 8, 39, 44, 22.5) +
    // The pool: ripples around the star's reflection.
    [8, 17, 26, 35, 44]
      .map(
        (radius) => `M${60 - radius} ${138}a${radius} ${roundToTenth(radius * 0.55)} 0 0 0 ${radius * 2} 0`,
      )
      .join('') +
    'M9 130q13-9 26 0t26 0 26 0 24-5',
  solid:
    circle(60, 66, 3) +
    smallStar(60, 19) +
    onBothSides((x) => smallStar(x(24), 34) + smallStar(x(18), 70) + smallStar(x(32), 104)),
});

function chariotWheel(x: number): string {
  return circle(x, 134, 17) + circle(x, 134, 4);
}

const theChariot = frameCard('VII', {
  bold:
    // Canopy, posts, rail, car, and its wheels
    `M22 58a38 30 0 0 1 76 0ZM28 58v44M92 58v44M20 102h80v10H20ZM48 112v28h24v-28` +
    chariotWheel(27) +
    chariotWheel(93),
  fine:
    'M29 58a31 23 0 0 1 62 0M40 58v44M80 58v44' +
    rays(27, 134, 8, 4, 17) +
    rays(93, 134, 8, 4, 17) +
    // The driver behind the rail, the crest, the road
    `${circle(60, 75, 8)}M43 102c0-12 7-19 17-19s17 7 17 19M9 151h102M52 151l-8 16M68 151l8 16M60 154v10` +
    star(60, 126, 4, 10, 10 * Math.SQRT1_2),
  solid: star(60, 42, 8, 8, 3) + star(60, 126, 4, 6, 2) + star(42, 50, 4, 3, 1) + star(78, 50, 4, 3, 1),
});

const theWheel = frameCard('X', {
  bold: circle(60, 88, 42) + circle(60, 88, 14) + rays(60, 88, 8, 14, 42),
  fine:
    circle(60, 88, 46) +
    circle(60, 88, 30) +
    rays(60, 88, 32, 42, 46, 5.625) +
    star(60, 88, 8, 30, 14) +
    // The four corners
    'M9 33a24 24 0 0 0 24-24M111 33a24 24 0 0 1-24-24M9 143a24 24 0 0 1 24 24M111 143a24 24 0 0 0-24 24' +
    'M9 26a17 17 0 0 0 17-17M111 26a17 17 0 0 1-17-17M9 150a17 17 0 0 1 17 17M111 150a17 17 0 0 0-17 17',
  solid:
    circle(60, 88, 4) +
    Array.from({ length: 8 }, (_, index) => circle(...polar(60, 88, 36, 22.5 + index * 45), 2)).join('') +
    star(60, 24, 4, 6, 2) +
    star(60, 152, 4, 6, 2),
});

const theHermit = frameCard('IX', {
  bold:
    // Cloak with its hood, the raised sleeve, staff, lantern
    'M66 42c-13 4-19 16-21 32l-8 76h58l-9-76c-2-16-8-28-20-32Z' +
    'M49 61L29 46l-6 6 21 33M100 50v102M17 62l7-7 7 7v16H17Z',
  fine:
    // Face, folds, the lantern's ring and light, the staff's crook, the peaks
    `${circle(66, 62, 9)}M58 76l8 9 8-9M66 85v65M58 92l-6 58M74 92l6 58M25 55v-5M96 50a4 4 0 0 1 8 0` +
    rays(24, 70, 16, 11.5, 14.5, 11.25) +
    'M9 160l13-15 9 10 6-5M95 150l16 12M9 167l22-12',
  solid: star(24, 70, 6, 5, 2.4) + star(22, 26, 4, 4, 1.3) + star(92, 28, 4, 5, 1.6) + star(50, 22, 4, 3, 1),
});

export const cardDrawings = { star: theStar, chariot: theChariot, wheel: theWheel, hermit: theHermit };
export type CardName = keyof typeof cardDrawings;
