const files = import.meta.glob<string>('../assets/cards/*.svg', {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** Returns the SVG file of a card by its name in addresses; null when there is none. Loads the whole deck: 17 KB. */
export function findCardSvg(slug: string): string | null {
  return files[`../assets/cards/${slug}.svg`] ?? null;
}
