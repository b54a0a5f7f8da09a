import { findCutOff } from './cut-off.ts';
import { type Eyes, openEyes } from './eyes.ts';
import { findOverlaps } from './overlaps.ts';
import { findSideways, findSmallFields } from './sideways.ts';

/** Looks at a page, in the page, and says in words what is wrong. Needs nothing from outside itself. */
export type Rule = (eyes: Eyes) => string[];

export const shapeRules: Rule[] = [findSideways, findSmallFields, findCutOff, findOverlaps];
interface Evaluating {
  evaluate<T>(expression: string): Promise<T>;
}

/** Asks the page once. @returns what each of the rules finds, in words */
export function findFlaws(page: Evaluating, rules: Rule[]): Promise<string[]> {
  const asked = rules.map((rule) => `...(${rule})(eyes)`).join(', ');
  return page.evaluate<string[]>(`(() => { const eyes = (${openEyes})(); return [${asked}]; })()`);
}
