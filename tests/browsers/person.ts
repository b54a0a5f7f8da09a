import { until } from '../faults/running-service/browser.ts';
import { type ControlKind, findControl, hasFocus, reachControl } from './find-control.ts';
import type { Point, Tab } from './tab.ts';

export type Person = ReturnType<typeof createPerson>;

const timeoutMs = 20_000;

export function createPerson(tab: Tab) {
  const findIt = (kind: ControlKind, name: string) =>
    `(${findControl})(${JSON.stringify(kind)}, ${JSON.stringify(name)})`;
  /** While one page replaces another, there may be no page to ask. */
  const waitFor = <T>(what: string, expression: string) =>
    until(what, timeoutMs, () => tab.evaluate<T>(expression).catch(() => null));

  async function press(kind: ControlKind, name: string) {
    let last: Point | null = null;
    const reach = `(${reachControl})(${findIt(kind, name)})`;
    const point = await until(`a ${kind} '${name}' that stands still, uncovered`, timeoutMs, async () => {
      const before = last;
      last = await tab.evaluate<Point | null>(reach).catch(() => null);
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
      await waitFor(`the focus on '${name}'`, `(${hasFocus})(${findIt('field', name)})`);
      await tab.type(text);
    },
    /** @returns the value of a field */
    read: (name: string) => tab.evaluate<string>(`${findIt('field', name)}.value`),
    /** Waits until words are visible, however they wrap. */
    async see(words: string) {
      const text = `document.body.innerText.replace(/\\s+/g, ' ').toLowerCase()`;
      await waitFor(`the words '${words}'`, `${text}.includes(${JSON.stringify(words.toLowerCase())})`);
    },
    /** Waits until the address starts with a path. @returns the address without its origin */
    async arrive(path: string) {
      const here = 'location.pathname + location.search';
      await waitFor(`the address ${path}`, `(${here}).startsWith(${JSON.stringify(path)})`);
      return tab.evaluate<string>(here);
    },
  };
}
