import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readDrawing } from './card-drawing.ts';
import { deck } from './cards.ts';

const folder = new URL('../../assets/cards/', import.meta.url);
const drawings = deck.map(({ slug }) => {
  const drawing = readDrawing(readFileSync(new URL(`${slug}.svg`, folder), 'utf8'));
  return { slug, drawing, all: Object.values(drawing).join('|') };
});
/** A command or a number of at most two decimals, as all readers of paths know them. */
const token = /[MLHVCSQTAZlhvcsqtaz ]|-?\d+(?:\.\d{1,2})?(?!\d)/g;

test('has one file for each card', () => {
  expect(readdirSync(folder).sort()).toEqual(deck.map(({ slug }) => `${slug}.svg`).sort());
});

test.each(drawings)('draws $slug with paths that mails and PDFs support', ({ drawing, all }) => {
  const paths = Object.values(drawing).filter((path) => path !== '');
  expect(paths.length).toBeGreaterThan(1);
  expect(paths.map((path) => path.charAt(0))).toEqual(paths.map(() => 'M'));
  expect(paths.map((path) => path.replaceAll(token, ''))).toEqual(paths.map(() => ''));
  expect(all.length).toBeLessThan(6_000);
});

test('draws every card differently', () => {
  expect(new Set(drawings.map(({ all }) => all)).size).toBe(78);
  const majors = drawings.slice(0, 22).map(({ drawing }) => drawing);
  expect(new Set(majors.map(({ fine }) => fine)).size).toBe(22);
  expect(new Set(majors.map(({ bold }) => bold)).size).toBe(22);
});
