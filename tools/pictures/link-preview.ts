import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readDrawing } from '../../src/shared/readings/card-drawing.ts';
import { specifiedHeadline } from '../../src/shared/shop/business-schema.ts';
import { day, lines } from '../../tailwind.config.mjs';

const font = '@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2';

/** @returns a page of 1200 by 630, without the name of the business. @param hasWords whether it has the first headline */
export function linkPreview(hasWords = true): string {
  const fraunces = readFileSync(fileURLToPath(import.meta.resolve(font))).toString('base64');
  return `<!doctype html>
  <style>
    @font-face {
      font-family: Fraunces;
      font-weight: 100 900;
      src: url(data:font/woff2;base64,${fraunces});
    }
    body {
      position: relative;
      box-sizing: border-box;
      display: grid;
      grid-template-columns: 1fr auto;
      align-items: center;
      margin: 0;
      width: 1200px;
      height: 630px;
      padding: 0 142px 0 92px;
      background: ${day['base-200']};
      color: ${day['base-content']};
      font-family: Fraunces;
    }
    .frame { position: absolute; border: 2px solid ${day.hairline}; border-radius: 18px; inset: 26px; }
    .frame + .frame { border-width: 1px; border-radius: 10px; inset: 36px; }
    h1 {
      margin: 0;
      width: 500px;
      font-size: 62px;
      font-weight: 500;
      letter-spacing: -0.012em;
      line-height: 1.14;
      text-wrap: balance;
    }
    p {
      margin: 34px 0 0;
      width: 460px;
      border-top: 2px solid ${day.hairline};
      padding-top: 28px;
      color: ${day.primary};
      font-size: 32px;
      line-height: 1.3;
    }
    .fan { position: relative; display: grid; width: 400px; height: 400px; place-items: center; }
    svg {
      grid-area: 1 / 1;
      width: 192px;
      border-radius: 15px;
      background: ${day['base-100']};
      fill: none;
      stroke-linecap: round;
      stroke-linejoin: round;
      transform-origin: 50% 130%;
    }
    svg:nth-child(1) { transform: rotate(-17deg) translateX(-24%); }
    svg:nth-child(2) { transform: rotate(17deg) translateX(24%); }
    svg:nth-child(3) { transform: translateY(-6%); z-index: 1; }
    .fine { stroke: ${day.accent}; stroke-width: ${lines.preview.fine}px; }
    .bold { stroke: ${day.primary}; stroke-width: ${lines.preview.bold}px; }
    .solid { fill: ${day.accent}; }
  </style>
  <div class="frame"></div>
  <div class="frame"></div>
  ${hasWords ? words : ''}
  <div class="fan" ${hasWords ? '' : 'style="grid-column: 1 / -1; justify-self: center; left: 25px"'}>${card('wheel-of-fortune')}${card('the-chariot')}${card('the-star')}</div>`;
}

const words = `<div>
    <h1>${specifiedHeadline}</h1>
    <p>A personal tarot reading, written for&nbsp;you</p>
  </div>`;

function card(name: string): string {
  const file = new URL(`../../src/assets/cards/${name}.svg`, import.meta.url);
  const { fine, bold, solid } = readDrawing(readFileSync(file, 'utf8'));
  return `<svg viewBox="2.3 2.3 115.4 195.4">
    <path class="fine" d="${fine}" /><path class="bold" d="${bold}" /><path class="solid" d="${solid}" />
  </svg>`;
}
