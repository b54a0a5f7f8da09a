import { readDrawing } from '../shared/readings/card-drawing.ts';

const files = import.meta.glob<string>('../assets/cards/*.svg', {
  eager: true,
  query: '?raw',
  import: 'default',
});
const drawings = new Map(Object.entries(files).map(([path, svg]) => [path, readDrawing(svg)]));

/** Returns a card's drawing by its slug; undefined for an unknown card. Loads the whole deck: 17 KB. */
export const findDrawing = (slug: string) => drawings.get(`../assets/cards/${slug}.svg`);
