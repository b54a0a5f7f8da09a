import { expect, test } from 'vitest';
import { deck } from '../readings/cards.ts';
import type { CardDrawing } from './card-frame.ts';
import { drawCard } from './draw-card.ts';

const drawings = deck.map(({ slug }) => [slug, drawCard(slug)] as const);
/** What an SVG path is made of: commands and numbers, of at most two digits after the point. */
const token = /[MLHVCSQTAZlhvcsqtaz]|-?\d+(?:\.\d{1,2})?(?!\d)|[ ]/g;
const strangeIn = (path: string) => path.replaceAll(token, '');
const inOne = (drawing: CardDrawing | null) => `${drawing?.fine}|${drawing?.bold}|${drawing?.solid}`;

test.each(drawings)('%s is drawn in lines that every browser and mail can draw', (_, drawing) => {
  const paths = [drawing?.fine, drawing?.bold, drawing?.solid].filter((path) => path !== '');
  expect(paths.map((path) => path?.charAt(0))).toEqual(paths.map(() => 'M'));
  expect(paths.map((path) => strangeIn(path ?? 'missing'))).toEqual(paths.map(() => ''));
  expect(inOne(drawing).length).toBeLessThan(6_000);
});

test('no two cards look the same, nor do two majors share their lines', () => {
  expect(new Set(drawings.map(([, drawing]) => inOne(drawing))).size).toBe(78);
  const majors = drawings.slice(0, 22).map(([, drawing]) => drawing);
  expect(new Set(majors.map((drawing) => drawing?.fine)).size).toBe(22);
  expect(new Set(majors.map((drawing) => drawing?.bold)).size).toBe(22);
});

test('what is no card has no drawing', () => {
  expect(drawCard('the-comet')).toBeNull();
});
