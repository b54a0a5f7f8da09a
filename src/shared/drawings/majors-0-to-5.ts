import { type CardDrawing, frameCard } from './card-frame.ts';
import { box, circle, crescent, lemniscate, line, onBothSides, polar, rays, star } from './shapes.ts';

/* Drawn one by one, each by what it is known for. */

const fool = frameCard('0', {
  bold:
    // The cliff; who walks to its edge, and what they carry
    'M9 146h58l5 7-4 6 3 8' +
    `${circle(52, 58, 8)}M47 67l-9 41h29l-10-41ZM44 108l-5 38M60 108l9 24 8-3M27 48l40 36` +
    circle(21, 41, 9),
  fine:
    `${circle(90, 34, 9)}${rays(90, 34, 12, 12, 18)}M72 167l12-22 8 10 9-16 10 18M80 160l4-6 4 6` +
    'M48 76l15 4M57 72l16-3M15 47l12-12M16 35l11 11M42 88h21M40 98h25' +
    'M15 146v-9l-3-4M15 137h12l3-6 5 2-3 6v7M27 137v9M18 146v-6',
  solid: star(79, 67, 5, 5, 2.4, 18) + star(52, 44, 4, 4, 1.4) + star(90, 34, 8, 6, 3),
});

const magician = frameCard('I', {
  bold:
    `${lemniscate(60, 24, 12)}${circle(60, 46, 8)}` +
    // The robe, the arm that points up with the wand and the one that points down, the table
    'M53 56l-11 62h36l-11-62ZM68 60l17-19M52 60L34 84M80 48l12-18M14 118h92M14 124h92M22 124v43M98 124v43',
  fine:
    'M52 60l4 8h8l4-8M60 68v50M50 86h20M42 118l-6 49M78 118l6 49M14 118v6M106 118v6' +
    'M24 104c0 7 3 9 6 9s6-2 6-9ZM30 113v5M26 118h8' +
    `${circle(90, 109, 8)}M44 112l34-6M48 108l2 7M34 84l-1 6M34 84l-5 3`,
  solid:
    star(90, 109, 5, 6, 2.5) +
    circle(92, 30, 2) +
    [22, 38, 54, 66, 82, 98].map((x, index) => star(x, 148 + (index % 2) * 8, 5, 4, 1.8)).join(''),
});

const highPriestess = frameCard('II', {
  bold:
    onBothSides((x) => `M${x(15)} 42H${x(31)}V150H${x(15)}ZM${x(12)} 34H${x(34)}V42H${x(12)}Z`) +
    `${circle(60, 58, 9)}M51 68C40 88 36 122 33 150H87C84 122 80 88 69 68ZM9 150h102`,
  fine:
    `${circle(60, 41, 6)}${crescent(60, 43, 11)}${crescent(60, 154, 11)}` +
    `${box(46, 98, 28, 12)}M46 98v12M42 98h4v12h-4ZM74 98h4v12h-4ZM60 68v30M51 68l9 12 9-12` +
    onBothSides((x) => `M${x(20)} 42V150M${x(26)} 42V150M${x(31)} 52Q${x(44)} 64 ${x(52)} 52`) +
    'M48 122c-4 10-4 20-6 28M72 122c4 10 4 20 6 28',
  solid:
    onBothSides((x) => [62, 82, 102].map((y) => circle(x(39), y + 2, 2.6)).join('')) +
    star(60, 122, 4, 7, 1.8) +
    star(60, 22, 4, 4, 1.4),
});

const heart = (x: number, y: number, size: number) =>
  `M${x} ${y + size}C${x - size * 1.7} ${y} ${x - size * 0.9} ${y - size} ${x} ${y - size * 0.35}` +
  `C${x + size * 0.9} ${y - size} ${x + size * 1.7} ${y} ${x} ${y + size}Z`;

/** An ear of corn that leans to one side. */
function ear(x: number, y: number, lean: number): { stalk: string; grains: string } {
  const top = y - 46;
  const along = (part: number): [number, number] => [x + lean * part * part, y + (top - y) * part];
  const grains = [0.55, 0.66, 0.77, 0.88, 1].map((part) => {
    const [cx, cy] = along(part);
    return circle(cx - 3, cy, 1.7) + circle(cx + 3, cy, 1.7);
  });
  return { stalk: line(...[0, 0.3, 0.6, 1].map(along)), grains: grains.join('') };
}
const ears = [ear(18, 166, -3), ear(28, 167, 2), ear(92, 167, -2), ear(102, 166, 3)];

const empress = frameCard('III', {
  bold:
    `${circle(60, 52, 10)}M51 63C36 82 30 118 26 152H94C90 118 84 82 69 63Z` +
    heart(60, 118, 22) +
    'M51 44l3-8 6 5 6-5 3 8',
  fine:
    `${circle(60, 112, 7)}M60 119v12M55 125h10M50 52c-5 8-5 14-2 20M70 52c5 8 5 14 2 20` +
    'M51 63c3 8 15 8 18 0M44 78c-4 8-6 14-4 22M76 78c4 8 6 14 4 22M9 152h102' +
    ears.map(({ stalk }) => stalk).join(''),
  solid:
    Array.from({ length: 9 }, (_, index) => {
      const [x, y] = polar(60, 52, 27, -80 + index * 20);
      return star(x, y, 5, 3.6, 1.5);
    }).join('') + ears.map(({ grains }) => grains).join(''),
});

const emperor = frameCard('IV', {
  bold:
    // The throne with its rams, who sits on it, crown, sceptre and orb
    'M24 152V44h72v108' +
    onBothSides((x) => circle(x(19), 51, 7)) +
    `${circle(60, 64, 10)}M49 54l-2-13 8 6 5-9 5 9 8-6-2 13ZM49 78l-14 74h50L71 78Z` +
    `M38 88v52${circle(38, 80, 7)}M31 94h14${circle(84, 112, 9)}`,
  fine:
    'M52 70l8 22 8-22M56 74l4 11 4-11M60 92v60M47 92h26M84 103v18M75 112h18M30 152V50h60v102' +
    'M9 152h102M42 122l-4 30M78 122l4 30' +
    onBothSides((x) => `${circle(x(19), 51, 3.5)}M${x(9)} 118L${x(16)} 98L${x(24)} 116`),
  solid: `${circle(84, 100, 2)}${circle(60, 36, 2.4)}${onBothSides((x) => star(x(36), 36, 4, 5, 1.6))}`,
});

/** A key with its bow below and its bit above. */
const key = (side: 1 | -1) => {
  const [x, y] = [60 - side * 15, 161];
  const [endX, endY] = [60 + side * 17, 139];
  return (
    circle(x, y - 1, 4.5) +
    line([x + side * 4, y - 3], [endX, endY]) +
    line([endX - side * 2, endY + 1.5], [endX + side * 1, endY + 6]) +
    line([endX - side * 7, endY + 5], [endX - side * 4.5, endY + 9])
  );
};

const hierophant = frameCard('V', {
  bold:
    // The triple crown, the head, the mantle, the triple cross
    `M49 58h22l-3-9H52ZM52 49h16l-3-9H55ZM55 40h10l-5-12Z${circle(60, 67, 9)}` +
    `M51 77C40 92 36 114 34 134H86C84 114 80 92 69 77ZM90 36v98${key(1)}${key(-1)}`,
  fine:
    'M86 46h8M83 54h14M80 62h20M50 82L36 72v-9M33 63h6M54 77l6 57 6-57M57 104h6M60 101v8' +
    onBothSides((x) => `M${x(14)} 34V134M${x(20)} 34V134M${x(11)} 34V28H${x(23)}V34Z`) +
    'M9 134h102M9 22h102M48 98l-6 36M72 98l6 36',
  solid: `${circle(60, 25, 2.4)}${circle(90, 33, 2.6)}${onBothSides((x) => star(x(20), 150, 4, 5, 1.6))}${circle(60, 150, 1.8)}`,
});

/** From 0, the Fool. */
export const majorsFrom0: readonly CardDrawing[] = [
  fool,
  magician,
  highPriestess,
  empress,
  emperor,
  hierophant,
];
