import { cardDrawings } from './card-drawings.ts';
import { type CardDrawing, frameCard } from './card-frame.ts';
import { box, circle, ellipse, line, onBothSides, polar, rays, star, waves } from './shapes.ts';

/** A cup of so many units across whose rim is at y. */
const cup = (x: number, y: number) =>
  `M${x - 10} ${y}c0 10 4 15 10 15s10-5 10-15ZM${x} ${y + 15}v7M${x - 6} ${y + 22}h12`;

const temperance = frameCard('XIV', {
  bold:
    `${circle(60, 42, 9)}M52 53L40 136H80L68 53Z${cup(30, 76)}${cup(88, 102)}` +
    onBothSides(
      (x) => `M${x(51)} 60C${x(42)} 34 ${x(26)} 22 ${x(13)} 22C${x(12)} 40 ${x(20)} 58 ${x(38)} 66`,
    ),
  fine:
    `M40 80C58 84 66 92 78 104M39 84C56 90 62 96 80 112${circle(60, 42, 13)}${box(52, 70, 16, 16)}M54 84l6-11 6 11Z` +
    onBothSides(
      (x) =>
        `M${x(18)} 32C${x(28)} 36 ${x(38)} 46 ${x(46)} 58M${x(17)} 44C${x(26)} 48 ${x(34)} 54 ${x(42)} 62`,
    ) +
    `M52 58L32 74M68 58l18 40M46 136l-2 14M74 136l2 14M54 104l-4 32M66 104l4 32` +
    waves(9, 111, 150, 6, 6) +
    waves(26, 94, 159, 4, 5),
  solid: `${circle(60, 36, 2)}${onBothSides((x) => star(x(18), 134, 4, 6, 1.8))}${star(60, 21, 4, 5, 1.6)}`,
});

const devil = frameCard('XV', {
  bold:
    // The goat's horns, ears and face; the block with its ring; two in chains
    onBothSides(
      (x) =>
        `M${x(50)} 56C${x(40)} 52 ${x(30)} 40 ${x(34)} 20C${x(40)} 34 ${x(48)} 42 ${x(56)} 46` +
        `M${x(45)} 60L${x(26)} 56C${x(28)} 66 ${x(36)} 70 ${x(44)} 70`,
    ) +
    'M46 52C42 72 50 86 54 102C56 108 64 108 66 102C70 86 78 72 74 52C66 46 54 46 46 52Z' +
    `${box(40, 126, 40, 22)}${circle(60, 132, 5)}` +
    onBothSides((x) => `${circle(x(22), 126, 7)}M${x(18)} 134L${x(13)} 162H${x(31)}L${x(26)} 134Z`),
  fine:
    `${star(60, 33, 5, 13, 5, 180)}M56 106l4 12 4-12M54 92h12M57 96l3 3 3-3` +
    onBothSides(
      (x) =>
        `M${x(28)} 133Q${x(42)} 146 ${x(56)} 135M${x(28)} 135Q${x(42)} 150 ${x(57)} 137` +
        `M${x(19)} 119L${x(16)} 114M${x(25)} 119L${x(28)} 114`,
    ) +
    'M40 148h40M9 162h102M36 148h48',
  solid:
    onBothSides((x) => `M${x(49)} 64L${x(56)} 68L${x(50)} 70Z`) +
    onBothSides((x) => circle(x(57), 99, 1.2)) +
    star(60, 33, 5, 6, 2.4, 180),
});

/** A figure that falls, head first. */
const falling = (x: number, y: number, side: 1 | -1) =>
  circle(x, y + 12, 4) +
  line([x, y + 8], [x - side * 2, y - 6], [x - side * 8, y - 14]) +
  line([x - side * 2, y - 6], [x + side * 4, y - 14]) +
  line([x - side * 8, y + 8], [x - side * 1, y + 2], [x + side * 8, y + 6]);

const flame = (x: number, y: number) => `M${x} ${y - 4}c2.5 4 2.5 6 0 6s-2.5-2 0-6Z`;

const tower = frameCard('XVI', {
  bold:
    // The tower, the crown that is struck off it, the lightning
    'M42 66L36 160H84L78 66ZM38 66h44M34 44l6 16 34-10-1-17-9 6-6-10-8 12-10-5Z' +
    'M108 12L84 34l7 3-14 14 6 2-13 16 22-17-6-2 15-15-7-2Z',
  fine:
    `M55 90v-9a5 5 0 0 1 10 0v9ZM48 116v-8a4 4 0 0 1 8 0v8ZM64 116v-8a4 4 0 0 1 8 0v8Z` +
    'M41 96h12M67 96h12M39 126h42M38 140h18M64 140h18M46 126v14M74 126v14M60 140v20' +
    'M42 62c-6-4-6-10-3-14M79 62c6-3 7-8 5-14' +
    'M9 167l14-14 13 7M111 167l-12-16-15 9' +
    falling(22, 104, 1) +
    falling(99, 112, -1),
  solid:
    flame(20, 70) +
    flame(28, 82) +
    flame(14, 86) +
    flame(92, 76) +
    flame(104, 82) +
    flame(97, 92) +
    flame(24, 40) +
    flame(16, 54) +
    'M57 89v-7a3 3 0 0 1 6 0v7Z',
});

/** One that howls at the moon, on the left; the same on the right. */
const howling = onBothSides(
  (x) =>
    `M${x(30)} 142L${x(32)} 124C${x(33)} 114 ${x(38)} 108 ${x(42)} 102L${x(51)} 92L${x(50)} 100L${x(48)} 106` +
    `C${x(50)} 114 ${x(48)} 124 ${x(48)} 142M${x(42)} 102L${x(39)} 97L${x(45)} 99M${x(36)} 142V130M${x(42)} 142V128`,
);

const drop = (x: number, y: number) => `M${x} ${y - 5}c3 5 3 8 0 8s-3-3 0-8Z`;

const moon = frameCard('XVIII', {
  bold:
    `${circle(60, 50, 22)}` +
    onBothSides((x) => `M${x(11)} 142V84H${x(9)}V74H${x(14)}V79H${x(19)}V74H${x(24)}V84H${x(22)}V142`) +
    howling,
  fine:
    'M66 29C54 36 52 42 55 47L51 53L55 55L54 59C55 64 58 68 66 71M58 45h5' +
    rays(60, 50, 24, 25, 30, 7.5) +
    'M9 142h102M54 167c-4-8 10-14 6-25M64 167c-2-8 10-14 4-25' +
    onBothSides((x) => `M${x(16.5)} 100V92M${x(16.5)} 122V114`) +
    waves(9, 53, 152, 3, 5) +
    waves(69, 111, 152, 3, 5) +
    waves(14, 50, 160, 2, 5) +
    waves(72, 106, 160, 2, 5),
  solid: onBothSides((x) => drop(x(34), 84) + drop(x(28), 70)) + drop(60, 92) + drop(60, 108),
});

/** A sunflower that looks over the wall. */
const sunflower = (x: number) => ({
  head: circle(x, 108, 5),
  rest: `${rays(x, 108, 12, 6, 10)}M${x} 118v8`,
  heart: circle(x, 108, 2.6),
});
const sunflowers = [22, 47, 73, 98].map(sunflower);

/** A ray that winds from the sun's edge. */
const windingRay = (degrees: number) => {
  const at = (radius: number, turn = 0) => line(polar(60, 54, radius, degrees + turn)).slice(1);
  return `M${at(24)}Q${at(27, 9)} ${at(30)}T${at(36)}T${at(42)}`;
};
const straightRay = (degrees: number) =>
  line(polar(60, 54, 23, degrees - 9), polar(60, 54, 40, degrees), polar(60, 54, 23, degrees + 9));

const sun = frameCard('XIX', {
  bold:
    circle(60, 54, 21) +
    Array.from({ length: 8 }, (_, index) => straightRay(index * 45)).join('') +
    sunflowers.map(({ head }) => head).join('') +
    'M9 126h102M9 154h102',
  fine:
    Array.from({ length: 8 }, (_, index) => windingRay(22.5 + index * 45)).join('') +
    'M60 50v9l-4 0M52 63c4 5 12 5 16 0M48 46c2-3 6-3 8 0M64 46c2-3 6-3 8 0' +
    sunflowers.map(({ rest }) => rest).join('') +
    'M9 140h102M34 126v14M60 126v14M86 126v14M21 140v14M47 140v14M73 140v14M99 140v14M9 160h102',
  solid: onBothSides((x) => circle(x(52), 50, 2)) + sunflowers.map(({ heart }) => heart).join(''),
});

/** A figure that rises out of a tomb, with arms held up. */
const risen = (x: number) =>
  `${circle(x, 122, 5)}M${x - 6} 142v-8c0-4 3-6 6-6s6 2 6 6v8M${x - 6} 132l-7-12M${x + 6} 132l7-12M${x - 13} 142h26l-3 16h-20Z`;

const judgement = frameCard('XX', {
  bold:
    // The angel and its trumpet; those who hear it
    circle(60, 26, 8) +
    onBothSides(
      (x) => `M${x(53)} 36C${x(40)} 20 ${x(24)} 18 ${x(13)} 24C${x(16)} 40 ${x(32)} 50 ${x(52)} 48`,
    ) +
    `M58 38L56 74L47 92H73L64 74L62 38Z${risen(28)}${risen(60)}${risen(92)}`,
  fine:
    onBothSides(
      (x) =>
        `M${x(22)} 28C${x(32)} 32 ${x(42)} 38 ${x(50)} 44M${x(22)} 37C${x(30)} 40 ${x(40)} 44 ${x(50)} 47`,
    ) +
    `${box(66, 52, 22, 22)}M77 52v22M66 63h22M64 50l2 2M64 76l2-2M48 92c4 4 20 4 24 0` +
    onBothSides(
      (x) => `M${x(11)} 62Q${x(18)} 52 ${x(25)} 60Q${x(33)} 54 ${x(38)} 62Q${x(46)} 60 ${x(48)} 68`,
    ) +
    'M46 98l-5 7M60 98v9M74 98l5 7' +
    waves(9, 111, 160, 8, 4),
  solid: onBothSides((x) => star(x(24), 88, 4, 5, 1.6)) + star(77, 63, 4, 4, 2),
});

/** A leaf of the wreath at an angle of it. */
const leaf = (degrees: number, from: number, to: number) => {
  const at = (reach: number, turn: number) => {
    const [x, y] = polar(0, 0, 1, degrees + turn);
    return line([60 + x * reach * 0.68, 88 + y * reach]).slice(1);
  };
  const [foot, tip, middle] = [at(from, 0), at(to, 9), (from + to) / 2];
  return `M${foot}Q${at(middle + 3, -1)} ${tip}Q${at(middle - 2, 9)} ${foot}Z`;
};

const world = frameCard('XXI', {
  bold:
    ellipse(60, 88, 36, 54) +
    // Who dances within the wreath
    `${circle(60, 60, 7)}M55 68c0 10 2 14-1 28l4 30M65 68c0 10-2 14 1 28l-2 8-12 12 4 5M54 96h12M34 92l8-20M86 92l-8-20`,
  fine:
    ellipse(60, 88, 31, 48) +
    Array.from({ length: 24 }, (_, index) => leaf(7.5 + index * 15, 54, 64)).join('') +
    'M55 72L40 80M65 72l15 8M58 126l4 6M46 84c8 20 14 30 30 24' +
    onBothSides((x) => `M${x(9)} 36Q${x(26)} 34 ${x(27)} 9M${x(9)} 140Q${x(26)} 142 ${x(27)} 167`) +
    'M54 30l12 8M66 30l-12 8M54 138l12 8M66 138l-12 8',
  solid:
    onBothSides((x) => star(x(17), 20, 8, 6, 2.4) + star(x(17), 156, 8, 6, 2.4)) +
    circle(60, 34, 2.2) +
    circle(60, 142, 2.2),
});

/** From XIV, Temperance. */
export const majorsFrom14: readonly CardDrawing[] = [
  temperance,
  devil,
  tower,
  cardDrawings.star,
  moon,
  sun,
  judgement,
  world,
];
