import { findCutOff } from './cut-off.ts';
import { findWeakEdges } from './edges.ts';
import { type Eyes, openEyes } from './eyes.ts';
import { findWeakFocus } from './focus.ts';
import { findOverlaps } from './overlaps.ts';
import { findSideways } from './sideways.ts';
import { findSmallFields, findSmallTargets } from './targets.ts';

/** Looks at a page, in the page, and says in words what is wrong. Needs nothing from outside itself. */
export type Rule = (eyes: Eyes) => string[];

/** What depends on the width of the window. */
export const shapeRules: Rule[] = [findSideways, findSmallTargets, findSmallFields, findCutOff, findOverlaps];
/** What depends on the theme. */
export const colourRules: Rule[] = [findWeakEdges, findWeakFocus];

/** A page in a browser, whoever drives it. */
interface Evaluating {
  evaluate<T>(expression: string): Promise<T>;
}

/** Asks the page once. @returns what each of the rules finds, in words */
export function findFlaws(page: Evaluating, rules: Rule[]): Promise<string[]> {
  const asked = rules.map((rule) => `...(${rule})(eyes)`).join(', ');
  return page.evaluate<string[]>(`(() => { const eyes = (${openEyes})(); return [${asked}]; })()`);
}
