import { expect } from '@playwright/test';
import { test } from '../steps/steps.ts';
import { findWeakEdges } from './edges.ts';
import { findFlaws, type Rule } from './find-flaws.ts';
import { findWeakFocus } from './focus.ts';
import { type Case, prove, show } from './proving.ts';
import { findSmallFields, findSmallTargets } from './targets.ts';
import { findUnevenFields } from './uneven.ts';

function proving(rule: Rule, cases: Case[]): void {
  test(rule.name, ({ page }) => prove(page, rule, cases));
}

const fieldsInRow = (columns: string, ...labels: string[]) => `
  <div style="display: grid; grid-template-columns: ${columns}; align-items: start; gap: 8px">
    ${labels.map((label) => `<div class="field"><label style="display: block">${label} <input style="display: block; width: 90%"></label></div>`).join('')}
  </div>`;

proving(findUnevenFields, [
  {
    name: 'a label on two lines next to one on a single line',
    html: fieldsInRow('100px 100px', 'Uses', 'Uses for each of the customers'),
    found: ["input 'Uses' and input 'Uses for each of the customers' are 48 px apart in height"],
  },
  { name: 'labels of one line each', html: fieldsInRow('100px 100px', 'Uses', 'Days') },
  { name: 'fields below each other', html: fieldsInRow('100px', 'Uses', 'Uses for each of the customers') },
]);

proving(findWeakEdges, [
  {
    name: 'fields with no edge or a weak one',
    html: `
      <label>Name <input></label>
      <textarea aria-label="Story" style="border: 1px solid #ccc; background: #eee"></textarea>
      <select aria-label="Status" style="border: 1px solid rgb(0 0 0 / .3)"><option>All</option></select>
      <label><input type="checkbox" style="width: 20px; height: 20px; border: 1px solid #bbb"> Late</label>`,
    found: [
      "input 'Name' stands out from what is around it at 1.00:1",
      "textarea 'Story' stands out from what is around it at 1.61:1",
      "select 'Status' stands out from what is around it at 2.12:1",
      "checkbox 'Late' stands out from what is around it at 1.92:1",
    ],
  },
  {
    name: 'fields with a visible edge, background, or ring, native ones, and disabled ones',
    html: `
      <label>Name <input style="border-bottom: 1px solid #767676"></label>
      <input aria-label="Dark" style="background: #555">
      <input aria-label="Ring" style="box-shadow: 0 0 0 1px oklab(0.5 0 0)">
      <input type="checkbox" aria-label="Native" style="appearance: auto">
      <input aria-label="Off" disabled>`,
  },
  {
    name: 'a color seen through translucent layers',
    html: `
      <div style="background: rgb(0 0 0 / .5)">
        <input aria-label="On grey" style="border: 1px solid #777">
        <input aria-label="White on grey" style="background: #fff">
        <div style="opacity: .3"><input aria-label="Faded" style="border: 1px solid #000"></div>
      </div>`,
    found: [
      "input 'On grey' stands out from what is around it at 1.12:1",
      "input 'Faded' stands out from what is around it at 1.75:1",
    ],
  },
  {
    name: 'a field inside a shadow tree',
    html: `<div id="host"></div>
      <script>
        document.querySelector('#host').attachShadow({ mode: 'open' }).innerHTML =
          '<input aria-label="Card number" style="border: 1px solid #ddd">';
      </script>`,
    found: ["input 'Card number' stands out from what is around it at 1.36:1"],
  },
  {
    name: 'buttons with an almost invisible box or icon',
    html: `
      <button style="border: 1px solid #ccc">Save</button>
      <a href="#top" style="background: #eee">Export</a>
      <button aria-label="Close"><svg width="20" height="20" fill="none"><path d="M2 2 18 18" stroke="#bbb"/></svg></button>`,
    found: [
      "the box of button 'Save' stands out from what is around it at 1.61:1",
      "the box of a 'Export' stands out from what is around it at 1.16:1",
      "the drawing of button 'Close' has 1.92:1",
    ],
  },
  {
    name: 'buttons and links recognizable by text, box, or icon',
    html: `
      <button>Edit</button>
      <a href="#top">Export</a>
      <button style="background: #53224c; color: #fff">Pay</button>
      <button style="border: 1px solid #8f8277">Cancel</button>
      <button style="border-bottom: 1px solid #ddd">Tab</button>
      <button disabled style="border: 1px solid #ddd">Off</button>
      <button aria-label="Close"><svg width="20" height="20" fill="none"><path d="M2 2 18 18" stroke="#555"/></svg></button>`,
  },
  {
    name: 'fields below a modal dialog are skipped',
    html: `<input aria-label="Below"><dialog><input aria-label="In it"></dialog>
      <script>document.querySelector('dialog').showModal()</script>`,
    found: ["input 'In it' stands out from what is around it at 1.00:1"],
  },
]);

proving(findSmallTargets, [
  {
    name: 'small targets behind a dialog',
    html: `
      <div style="pointer-events: none">
        <button style="display: block; width: 18px; height: 18px" aria-label="Delete"></button>
        <button style="display: block; width: 18px; height: 18px" aria-label="Edit"></button>
      </div>`,
  },
  {
    name: 'small targets close together',
    html: `
      <button style="display: block; width: 18px; height: 18px" aria-label="Delete"></button>
      <button style="display: block; width: 60px; height: 20px">Edit, with room around its middle</button>`,
    found: ["button 'Delete' is 18 x 18 px"],
  },
  {
    name: 'a small target beside a large one, and a checkbox without a label',
    html: `
      <div style="display: flex">
        <input type="checkbox" aria-label="Pick" style="width: 16px; height: 16px">
        <button style="width: 80px; height: 40px">Open</button>
      </div>`,
    found: ["checkbox 'Pick' is 16 x 16 px"],
  },
  {
    name: 'large targets, and small ones with room, in text, labeled, or native',
    html: `
      <button style="width: 24px; height: 24px" aria-label="Delete"></button>
      <p style="margin: 40px 0"><button style="width: 18px; height: 18px" aria-label="Alone"></button></p>
      <p style="font-size: 12px">Write <a href="#a">to us</a> or <a href="#b">call us</a>, <button>now</button>.</p>
      <label style="display: block; padding: 8px"><input type="radio" style="width: 16px; height: 16px"> Other</label>
      <div style="line-height: 1; font-size: 12px"><a href="#c" style="display: block">Twin</a>
        <a href="#d" style="display: block">Twins</a></div>
      <a href="#c" style="display: block; height: 30px">Twin</a><a href="#d" style="display: block; height: 30px">Twins</a>
      <input type="checkbox" aria-label="Native" style="appearance: auto; margin: 0"><input
        type="checkbox" aria-label="Native too" style="appearance: auto; margin: 0">`,
  },
]);

proving(findWeakFocus, [
  {
    name: 'focus marks that are missing, too weak, or lost on their background',
    html: `
      <style>
        .none:focus { outline: 0 }
        .weak:focus { outline: 2px solid #ccc }
        .inside { background: #53224c }
        .inside:focus { outline: 2px solid #222; outline-offset: -4px }
        .edge { border: 1px solid #999 }
        .edge:focus { outline: 0; border-color: #777 }
      </style>
      <button class="none">None</button>
      <button class="weak">Weak</button>
      <button class="inside">Inside</button>
      <input class="edge" aria-label="Edge">`,
    found: [
      "the focus on button 'None' shows nothing",
      "the focus on button 'Weak' shows a mark of 1.61:1",
      "the focus on button 'Inside' shows a mark of 1.29:1",
      "the focus on input 'Edge' shows a mark of 1.57:1",
    ],
  },
  {
    name: 'outlines, rings, edges, backgrounds, and boxes that show the focus',
    html: `
      <style>
        * { transition: all .3s }
        :focus { outline: 0 }
        .outline:focus-visible { outline: 2px solid #53224c; outline-offset: 2px }
        .ring:focus { box-shadow: 0 0 0 2px #53224c }
        .edge { border: 1px solid #ddd }
        .edge:focus { border-color: #333 }
        .ground:focus { background: #53224c }
        .box:focus-within { outline: 2px solid #53224c }
      </style>
      <button class="outline">Outline</button>
      <a class="ring" href="#top">Ring</a>
      <input class="edge" aria-label="Edge">
      <button class="ground">Ground</button>
      <label class="box"><input type="radio"> Box</label>
      <button disabled class="off">Off</button>`,
  },
]);

test('checks every focus style without triggering focus events', async ({ page }) => {
  await show(page, '<input id="first" value="typed"><button>Second</button><button class="b">Third</button>');
  await page.locator('#first').focus();
  await page.evaluate(() => {
    const heard: string[] = [];
    for (const kind of ['focus', 'blur', 'focusin', 'focusout', 'change']) {
      document.addEventListener(kind, () => heard.push(kind), true);
    }
    Reflect.set(window, 'heard', heard);
  });
  await findFlaws(page, [findWeakFocus]);
  expect(await page.evaluate(() => Reflect.get(window, 'heard'))).toEqual([]);
  await expect(page.locator('#first')).toBeFocused();
});

proving(findSmallFields, [
  {
    name: 'fields small enough that iOS zooms in, and large ones',
    html: `
      <input aria-label="Name" style="font-size: 14px">
      <select aria-label="Status" style="font-size: 15px"><option>All</option></select>
      <textarea aria-label="Story" style="font-size: 14px"></textarea>
      <input aria-label="Price"><input type="checkbox" aria-label="Late" style="font-size: 13px">`,
    found: [
      "input 'Name' is written in 14px",
      "select 'Status' is written in 15px",
      "textarea 'Story' is written in 14px",
    ],
  },
]);
