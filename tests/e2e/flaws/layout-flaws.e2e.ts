import { test } from '../steps/steps.ts';
import { findCutOff } from './cut-off.ts';
import { findUnpaintedText, type Rule } from './find-flaws.ts';
import { findOverlaps } from './overlaps.ts';
import { type Case, prove, proveBy } from './proving.ts';
import { findSideways } from './sideways.ts';

function proving(rule: Rule, cases: Case[]): void {
  test(rule.name, ({ page }) => prove(page, rule, cases));
}

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

const unpaintedTexts: Case[] = [
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
];
test('findUnpaintedText', ({ page }) => proveBy(page, findUnpaintedText, unpaintedTexts));
