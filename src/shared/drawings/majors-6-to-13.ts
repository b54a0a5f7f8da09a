import { cardDrawings } from './card-drawings.ts';
import { type CardDrawing, frameCard } from './card-frame.ts';
import { circle, lemniscate, line, onBothSides, polar, rays, star } from './shapes.ts';

const lovers = frameCard('VI', {
  bold:
    // The angel's sun and wings; two who reach for each other
    circle(60, 40, 13) +
    onBothSides(
      (x) => `M${x(48)} 48C${x(36)} 30 ${x(22)} 30 ${x(14)} 40C${x(24)} 44 ${x(34)} 54 ${x(50)} 54`,
    ) +
    onBothSides(
      (x) =>
        `${circle(x(34), 92, 8)}M${x(30)} 101L${x(22)} 158H${x(46)}L${x(38)} 101ZM${x(39)} 108L${x(60)} 122`,
    ),
  fine:
    rays(60, 40, 16, 16, 22, 11.25) +
    onBothSides((x) => `M${x(22)} 39Q${x(34)} 40 ${x(46)} 50M${x(30)} 36Q${x(38)} 38 ${x(47)} 45`) +
    'M44 158l16-44 16 44M54 131l6 6 6-6M9 158h102' +
    onBothSides((x) => `M${x(16)} 158V110M${x(16)} 124L${x(11)} 116M${x(16)} 132L${x(22)} 124`),
  solid:
    'M60 82C52 74 53 68 57 68C59 68 60 70 60 71C60 70 61 68 63 68C67 68 68 74 60 82Z' +
    onBothSides((x) => circle(x(16), 106, 3) + circle(x(22), 121, 2) + circle(x(11), 114, 2)) +
    star(60, 40, 8, 8, 3.5),
});

const mane = Array.from({ length: 16 }, (_, index) => {
  const [x, y] = polar(60, 120, 34, index * 22.5);
  const [fromX, fromY] = polar(60, 120, 27, index * 22.5 - 11.25);
  const [toX, toY] = polar(60, 120, 27, index * 22.5 + 11.25);
  return line([fromX, fromY], [x, y], [toX, toY]);
}).join('');

const strength = frameCard('VIII', {
  bold:
    `${lemniscate(60, 22, 11)}${circle(60, 43, 9)}` +
    // Her arms around the lion's head; the lion
    onBothSides((x) => `M${x(52)} 54C${x(36)} 58 ${x(22)} 76 ${x(27)} 104`) +
    mane +
    onBothSides((x) => `M${x(42)} 104C${x(40)} 96 ${x(46)} 94 ${x(50)} 99`) +
    'M42 108C42 128 48 140 60 142C72 140 78 128 78 108',
  fine:
    onBothSides((x) => `M${x(55)} 53C${x(46)} 66 ${x(42)} 76 ${x(42)} 88M${x(47)} 112L${x(55)} 115`) +
    'M57 116v8M63 116v8M60 130v5M60 135c-3 4-8 3-9 0M60 135c3 4 8 3 9 0M46 132l-8 2M47 136l-7 4M74 132l8 2M73 136l7 4' +
    'M51 39c3-6 15-6 18 0M60 56v26M52 66h16M9 160c20-8 30-2 51-2s31-6 51 2',
  solid:
    'M55 125h10l-5 6Z' +
    onBothSides((x) => circle(x(51), 118, 2.2)) +
    [-60, -36, -12, 12, 36, 60].map((turn) => circle(...polar(60, 43, 12.5, turn), 1.8)).join(''),
});

const justice = frameCard('XI', {
  bold:
    // The sword upright as the post of the scales
    'M57 48V28l3-8 3 8v20M46 48h28M57 48v86h6V48M60 134v10M50 152h20l-4-8H54Z' +
    'M24 62c12-6 24-6 36-6s24 0 36 6' +
    onBothSides((x) => `M${x(12)} 104C${x(14)} 116 ${x(34)} 116 ${x(36)} 104Z`),
  fine:
    onBothSides((x) => `M${x(24)} 62L${x(12)} 104M${x(24)} 62L${x(36)} 104M${x(24)} 62V${104}`) +
    onBothSides((x) => `M${x(14)} 128V167M${x(22)} 128V167M${x(11)} 128H${x(25)}`) +
    'M25 130q9 9 17 0t14 0M64 130q7 9 14 0t17 0M9 30q8 10 17 0t17 0M111 30q-8 10-17 0t-17 0M60 30v102',
  solid:
    circle(60, 56, 3) +
    circle(60, 147, 2) +
    onBothSides((x) => star(x(36), 152, 4, 5, 1.6) + circle(x(24), 60, 2.4)),
});

const hangedMan = frameCard('XII', {
  bold:
    // The gallows; who hangs by a foot, with the other leg behind it
    'M26 167V24h68v143M20 24h80M60 24v12M60 36v58M60 90L42 76l18-12' +
    `M51 94h18l5 32H46Z${circle(60, 138, 9)}`,
  fine:
    `M51 96L37 110l10 10M69 96l14 14-10 10M56 34h8M56 38h8M51 100h18${circle(60, 138, 15)}` +
    `${rays(60, 138, 16, 17, 22, 11.25)}M32 167V30M88 167V30M60 94v32` +
    'M26 60l-9-6M26 84l-9-6M94 60l9-6M94 84l9-6M26 108l-9-6M94 108l9-6',
  solid:
    onBothSides((x) => [52, 76, 100].map((y) => circle(x(15.5), y, 2.6)).join('')) +
    onBothSides((x) => star(x(44), 19, 4, 3.4, 1.2)) +
    circle(60, 107, 1.6) +
    circle(60, 115, 1.6),
});

/** The skull's hollows. */
const hollows = onBothSides((x) => circle(x(51), 70, 4.6));

const death = frameCard('XIII', {
  bold:
    // Skull, scythe, the gates behind which the sun rises
    'M38 66a22 22 0 0 1 44 0c0 10-5 12-7 20H45c-2-8-7-10-7-20ZM47 86v11h26V86' +
    'M22 162L28 40M28 40C46 14 84 14 106 36C82 28 52 34 28 50' +
    'M44 150v-24h3v-5h6v5h3v24M76 150v-24h3v-5h6v5h3v24',
  fine:
    `M51 88v9M55.5 88v9M60 88v9M64.5 88v9M69 88v9M42 54c4-8 10-12 18-12M9 150h102` +
    `M58 150a8 8 0 0 1 16 0M66 138v-7M59 140l-2-5M73 140l2-5M50 150v-12M82 150v-12M12 158h20` +
    `${circle(97, 108, 4)}${[0, 72, 144, 216, 288].map((turn) => circle(...polar(97, 108, 8, turn), 5)).join('')}M97 122c1 8 0 16-2 28M40 158h40M88 158h20`,
  solid: `${hollows}M60 76l-3.5 6h7Z${circle(97, 108, 1.8)}`,
});

/** From VI, the Lovers, to XIII, Death. */
export const majorsFrom6: readonly CardDrawing[] = [
  lovers,
  cardDrawings.chariot,
  strength,
  cardDrawings.hermit,
  cardDrawings.wheel,
  justice,
  hangedMan,
  death,
];
