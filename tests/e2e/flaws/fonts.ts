import type { Eyes } from './eyes.ts';

/**
 * Every text is in a font that the theme names (src/styles/theme.css): Fraunces, which has arrived, or the
 * system's own; numbers and codes may be in its monospaced one. The first two headings are in Fraunces.
 */
export function findStrayFonts({ texts, controls, nameOf }: Eyes): string[] {
  const display = 'Fraunces Variable';
  const named = [display, 'ui-sans-serif', 'system-ui', 'ui-monospace'];
  const firstOf = ({ fontFamily }: CSSStyleDeclaration) =>
    (fontFamily.split(',')[0] ?? '').trim().replace(/^["']|["']$/g, '');
  const found = new Set<string>();
  const look = (font: string, what: string) => {
    if (!named.includes(font)) found.add(`${what} is in ${font}`);
  };
  /** Somebody else's form, in a shadow tree, has headings of its own. */
  const isOurs = (element: Element) => element.getRootNode() === document;
  let needsDisplay = false;
  for (const { thing } of texts) {
    const font = firstOf(thing.style);
    const words = thing.element.textContent?.replace(/\s+/g, ' ').trim().slice(0, 40);
    look(font, `'${words}'`);
    if (isOurs(thing.element) && thing.element.matches('h1, h2') && font !== display)
      found.add(`the heading '${words}' is not in ${display}`);
    if (font === display) needsDisplay = true;
  }
  for (const { element, style } of controls) {
    if (element.matches('input, select, textarea')) look(firstOf(style), nameOf(element));
  }
  const faces = [...document.fonts].filter(({ family }) => family.replace(/["']/g, '') === display);
  if (needsDisplay && !faces.some(({ status }) => status === 'loaded')) found.add(`${display} is not there`);
  return [...found];
}
