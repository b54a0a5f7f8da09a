import { until } from '../faults/wait.ts';
import { type ControlKind, findControl, hasFocus, reachControl } from './find-control.ts';
import type { Point, Tab } from './tab.ts';

/** Somebody in front of a tab: they name what they see, and wait until they see it. */
export type Person = ReturnType<typeof createPerson>;

export function createPerson(tab: Tab) {
  const findIt = (kind: ControlKind, name: string) =>
    `(${findControl})(${JSON.stringify(kind)}, ${JSON.stringify(name)})`;
  /** While one page makes way for the next, there may be nobody to ask. */
  const ask = <T>(expression: string) => tab.evaluate<T>(expression).catch(() => null);

  async function press(kind: ControlKind, name: string) {
    const reach = `(${reachControl})(${findIt(kind, name)})`;
    let last: Point | null = null;
    const what = `there is a ${kind} '${name}' which stands still, and nothing lies on it`;
    const point = await until(what, async () => {
      const before = last;
      last = await ask<Point>(reach);
      return last && last.x === before?.x && last.y === before.y ? last : null;
    });
    await tab.click(point);
  }

  return {
    open: (url: string) => tab.open(url),
    press: (name: string) => press('button', name),
    choose: (name: string) => press('choice', name),
    turnTo: (name: string) => press('tab', name),
    async fill(name: string, text: string) {
      await press('field', name);
      const field = findIt('field', name);
      await until(`'${name}' has the focus`, () => ask<boolean>(`(${hasFocus})(${field})`));
      await tab.type(text);
    },
    /** @returns what stands in a field */
    read: (name: string) => tab.evaluate<string>(`${findIt('field', name)}.value`),
    /** Waits until words can be seen, however they are broken into lines. */
    async see(words: string) {
      const text = `document.body.innerText.replace(/\\s+/g, ' ').toLowerCase()`;
      await until(`one reads '${words}'`, () =>
        ask<boolean>(`${text}.includes(${JSON.stringify(words.toLowerCase())})`),
      );
    },
    /** Waits until the address begins so. @returns it, without its origin */
    async arrive(path: string) {
      const here = 'location.pathname + location.search';
      await until(`this is ${path}`, () => ask<boolean>(`(${here}).startsWith(${JSON.stringify(path)})`));
      return tab.evaluate<string>(here);
    },
  };
}
