import { expect, type Page } from '@playwright/test';
import { testWithPremises as test } from '../steps/premises.ts';
import { findCutOff } from './cut-off.ts';
import { findWeakEdges } from './edges.ts';
import { findFlaws, type Rule } from './find-flaws.ts';
import { findOverlaps } from './overlaps.ts';
import { findSideways, findSmallFields } from './sideways.ts';

/* Each rule finds what was planted for it, says so in words, and is quiet about what only looks like it. */

interface Case {
  name: string;
  html: string;
  /** What is found; nothing, where it is as it should be. */
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
  test(rule.name, async ({ page }) => {
    for (const { name, html, found = [] } of cases) {
      await show(page, html);
      expect.soft(await findFlaws(page, [rule]), name).toEqual(found);
    }
  });
}

proving(findWeakEdges, [
  {
    name: 'fields without an edge, and with one that is too weak',
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
    name: 'fields with an edge, a ground or a ring of 3:1, those that are the browser’s, those that are off',
    html: `
      <label>Name <input style="border-bottom: 1px solid #767676"></label>
      <input aria-label="Dark" style="background: #555">
      <input aria-label="Ring" style="box-shadow: 0 0 0 1px oklab(0.5 0 0)">
      <input type="checkbox" aria-label="Native" style="appearance: auto">
      <input aria-label="Off" disabled>`,
  },
  {
    name: 'a colour as it is seen through what lies over and under it',
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
    name: 'not what lies under a modal dialog',
    html: `<input aria-label="Below"><dialog><input aria-label="In it"></dialog>
      <script>document.querySelector('dialog').showModal()</script>`,
    found: ["input 'In it' stands out from what is around it at 1.00:1"],
  },
]);

proving(findCutOff, [
  {
    name: 'an ellipsis, a box that hides, a clamp, a hint and a choice that do not fit, a button and a column that are too small',
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
    name: 'texts that fit, scroll, are for screen readers, say all of it in a title, are folded or in a list to choose from',
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
    name: 'control on control, control on text and text on text',
    html: `
      <style>.at { position: absolute }</style>
      <button class="at" style="left: 20px; top: 20px; width: 80px; height: 30px">First</button>
      <button class="at" style="left: 90px; top: 40px; width: 80px; height: 30px">Second</button>
      <p class="at" style="left: 20px; top: 100px; margin: 0">The order number</p>
      <button class="at" style="left: 60px; top: 100px; width: 40px; height: 24px" aria-label="Badge"></button>
      <p class="at" style="left: 300px; top: 100px; margin: 0">One text</p>
      <p class="at" style="left: 330px; top: 104px; margin: 0">Another</p>`,
    found: [
      "button 'First' and button 'Second' lie on each other",
      "button 'Badge' and the text 'The order number' lie on each other",
      "the text 'One text' and the text 'Another' lie on each other",
    ],
  },
  {
    name: 'what stands side by side, inside each other, in a text, in another layer, or is scrolled away',
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
    name: 'a page, a panel and a box that are too wide',
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
    name: 'what fits, tabs that scroll, and a link that waits above the page',
    html: `
      <a href="#main" style="position: absolute; top: -60px">Skip</a>
      <div class="panel">Panel</div>
      <div role="tablist" style="width: 100px; overflow-x: auto"><p style="width: 150px">Tabs</p></div>
      <script>document.querySelector('[role="tablist"]').scrollLeft = 50</script>`,
  },
]);

proving(findSmallFields, [
  {
    name: 'fields that iOS would enlarge the page for, and those that are written large enough or not at all',
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
