/**
 * What anybody would notice of a page. Runs in the page, and needs nothing from outside itself.
 *
 * @returns in words what is wrong
 */
export function findFlaws(): string[] {
  const flaws: string[] = [];
  const overhang = document.documentElement.scrollWidth - window.innerWidth;
  if (overhang > 0) flaws.push(`the page is ${overhang} px too wide`);

  for (const field of document.querySelectorAll('input, textarea, select')) {
    const { borderTopWidth, borderTopStyle, borderTopColor, backgroundColor } = getComputedStyle(field);
    const hasEdge =
      borderTopStyle !== 'none' && borderTopWidth !== '0px' && borderTopColor !== backgroundColor;
    if (!hasEdge && field.checkVisibility()) flaws.push(`there is no edge around ${field.outerHTML}`);
  }

  const bare = (family = '') => family.replace(/["']/g, '');
  const heading = document.querySelector('h1, h2');
  const named = heading ? bare(getComputedStyle(heading).fontFamily.split(',')[0]) : '';
  const isThere = [...document.fonts].some(
    ({ family, status }) => bare(family) === named && status === 'loaded',
  );
  if (!isThere) flaws.push(`the heading's font, ${named}, is not there`);
  return flaws;
}
