import { expect, type Page } from '@playwright/test';
import { test } from '../steps/steps.ts';
import { findCutOff } from './cut-off.ts';
import { findWeakEdges } from './edges.ts';
import { findFlaws, findUnpaintedText, type Rule } from './find-flaws.ts';
import { findWeakFocus } from './focus.ts';
import { findOverlaps } from './overlaps.ts';
import { findSideways } from './sideways.ts';
import { findSmallFields, findSmallTargets } from './targets.ts';
import { findUnevenFields } from './uneven.ts';

/* Each rule finds what was planted for it, says so in words, and is quiet about what only looks like it. */

interface Case {
  name: string;
  html: string;
  /** What is found; nothing, where it is set up correctly. */
  found?: string[];
}

async function show(page: Page, html: string): Promise<void> {
  await page.setViewportSize({ width: 600, height: 400 });
  await page.setContent(`<!doctype html>
    <style>
      body { margin: 20px; background: #fff; color: #000; font: 16px/1.5 sans-serif; }
      button, input, select, textarea { appearance: none; font: inherit; border: 0; padding: 0; background: none; }
    </style>
    ${html}`);
}

function proving(rule: Rule, cases: Case[]): void {
  provingBy(rule.name, (page) => findFlaws(page, [rule]), cases);
}

function provingBy(title: string, find: (page: Page) => Promise<string[]>, cases: Case[]): void {
  test(title, async ({ page }) => {
    for (const { name, html, found = [] } of cases) {
      await show(page, html);
      expect.soft(await find(page), name).toEqual(found);
    }
  });
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

proving(findCutOff, [
  {
    name: 'clipped texts, hints, and choices, an overfull button, and a squeezed column',
    html: `
      <p style="width: 80px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap">A long name in a cell</p>
      <div style="width: 90px; overflow: hidden"><p style="width: 200px">A box that hides its end</p></div>
      <p style="height: 24px; width: 90px; overflow: hidden">A clamp shows one of two lines</p>
      <input placeholder="Customer name, email or order number" style="width: 120px">
      <select aria-label="Payment" style="width: 60px"><option>All but unpaid</option></select>
      <select aria-label="Country" style="appearance: auto; font: 16px monospace; width: 135px">
        <option>United States</option></select>
      <button style="width: 40px; white-space: nowrap; text-align: left">Save and send</button>
      <p style="width: 1px; overflow-wrap: anywhere">Welcome</p>`,
    found: [
      "'A long name in a cell' is cut off",
      "'A box that hides its end' is cut off",
      "'A clamp shows one of two lines' is cut off",
      "'Save and send' runs out of button 'Save and send'",
      "'Welcome' is squeezed into 7 lines",
      "'Customer name, email or order number' is cut off in input 'Customer name, email or order number'",
      "'All but unpaid' is cut off in select 'Payment'",
      "'United States' is cut off in select 'Country'",
    ],
  },
  {
    name: 'texts that fit, scroll, or are shown in full elsewhere',
    html: `
      <p style="overflow: hidden; text-overflow: ellipsis">Short</p>
      <div style="width: 90px; height: 30px; overflow: auto"><p style="width: 80px">A box that scrolls down to its end</p></div>
      <p style="position: absolute; width: 1px; height: 1px; overflow: hidden; white-space: nowrap">For screen readers</p>
      <p title="A long name in a cell" style="width: 80px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap">A long name in a cell</p>
      <details><summary>More</summary>Folded</details>
      <select aria-label="Order" style="width: 90px"><option>CT-7K3M9Q - A long name (Career path)</option></select>
      <input aria-label="Name" placeholder="Hint" value="A value that is longer than its field" style="width: 60px">
      <button>Save and send</button>`,
  },
]);

proving(findOverlaps, [
  {
    name: 'controls and texts on each other, and a layer over a control',
    html: `
      <style>.at { position: absolute }</style>
      <button class="at" style="left: 20px; top: 20px; width: 80px; height: 30px">First</button>
      <button class="at" style="left: 90px; top: 40px; width: 80px; height: 30px">Second</button>
      <p class="at" style="left: 20px; top: 100px; margin: 0">The order number</p>
      <button class="at" style="left: 60px; top: 100px; width: 40px; height: 24px" aria-label="Badge"></button>
      <p class="at" style="left: 300px; top: 100px; margin: 0">One text</p>
      <p class="at" style="left: 330px; top: 104px; margin: 0">Another</p>
      <button class="at" style="left: 300px; top: 200px; width: 80px; height: 30px">Under</button>
      <div class="at" style="left: 290px; top: 190px; width: 50px; height: 60px"></div>`,
    found: [
      "button 'First' and button 'Second' lie on each other",
      "button 'Badge' and the text 'The order number' lie on each other",
      "the text 'One text' and the text 'Another' lie on each other",
      "button 'Under' is covered by div ''",
    ],
  },
  {
    name: 'elements side by side, nested, in text, in another layer, or scrolled away',
    html: `
      <p>Write <a href="#a">to us, on a line that is so long that it has to be broken into two or three</a> or call.</p>
      <label style="display: block"><input type="radio" style="width: 20px; height: 20px"> <b>Other</b></label>
      <button style="width: 80px; height: 30px; border-radius: 15px">Round</button><button>Beside</button>
      <div style="position: relative"><input aria-label="Card" style="width: 200px; height: 30px">
        <span style="position: absolute; left: 150px; top: 4px; pointer-events: none">Visa</span></div>
      <div style="position: fixed; left: 0; bottom: 100px; width: 100%; background: #fff"><button>Toast</button></div>
      <div style="height: 60px; overflow: auto"><p style="height: 200px">Scrolls</p><button>Far</button></div>
      <button>Below</button>
      <h1 style="line-height: 1">Two lines that stand<br>close to each other</h1>`,
  },
]);

proving(findSideways, [
  {
    name: 'a page, a panel, and a box that are too wide',
    html: `
      <p style="width: 700px">Wide</p>
      <div class="panel" style="width: 200px"><p style="width: 230px">Panel</p></div>
      <div style="width: 100px; overflow-x: auto"><p style="width: 150px">Box</p></div>
      <p style="margin-left: -50px">Gone</p>`,
    found: [
      "the page is 120 px too wide: p 'Wide'",
      "div 'Panel' is 30 px too wide for itself",
      "div 'Box' is 50 px too wide for itself",
      "'Gone' begins left of the page",
    ],
  },
  {
    name: 'content that fits, tabs that scroll, and a skip link above the page',
    html: `
      <a href="#main" style="position: absolute; top: -60px">Skip</a>
      <div class="panel">Panel</div>
      <div role="tablist" style="width: 100px; overflow-x: auto"><p style="width: 150px">Tabs</p></div>
      <script>document.querySelector('[role="tablist"]').scrollLeft = 50</script>`,
  },
]);

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

provingBy('findUnpaintedText', findUnpaintedText, [
  {
    name: 'texts and fields under a layer, in their background color, or under a picture',
    html: `
      <div style="position: relative; width: 200px"><textarea aria-label="Story">Once upon a time</textarea>
        <div inert style="position: absolute; inset: 0; background: #fff; color: transparent">Once upon a time</div></div>
      <p style="color: #fff">White on white</p>
      <p style="position: relative">Under a picture <svg style="position: absolute; inset: 0; width: 100%; height: 100%">
        <rect width="100%" height="100%" fill="#eee" /></svg></p>
      <input aria-label="Name" value="Maya" style="color: transparent">
      <input aria-label="Email" placeholder="you@example.com" style="height: 24px; text-indent: -999px">
      <select aria-label="Status" style="width: 90px; color: #fff"><option>Approved</option></select>
      <p>In the dark: <b style="background: #123; color: #123">nothing</b></p>`,
    found: [
      "the text 'White on white' is not painted",
      "the text 'Under a picture' is not painted",
      "the text 'nothing' is not painted",
      "textarea 'Story' is not painted",
      "input 'Name' is not painted",
      "input 'Email' is not painted",
      "select 'Status' is not painted",
    ],
  },
  {
    name: 'pale and tiny texts, empty fields, hidden texts, and texts under a layer',
    html: `
      <p style="color: #ccc">Pale</p><p style="font-size: 7px">.</p><p>☽ 🙂</p>
      <div style="position: relative; width: 200px"><textarea aria-label="Story">Once upon a time</textarea>
        <div inert style="position: absolute; inset: 0; color: transparent">Once upon a time</div></div>
      <input aria-label="Empty"><input type="checkbox" aria-label="Late">
      <p hidden>Hidden</p><p aria-hidden="true" style="color: #fff">Drawn</p>
      <div style="height: 30px; overflow: auto"><p style="height: 200px; color: #fff; padding-top: 40px">Far</p></div>
      <p style="position: absolute; top: 370px">Behind</p>
      <div style="position: fixed; inset: auto 0 0; height: 40px; background: #fff">Toast</div>`,
  },
]);
