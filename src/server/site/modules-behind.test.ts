import { expect, test } from 'vitest';
import { prepareAsset } from './assets.ts';
import { modulesBehind } from './modules-behind.ts';

const script = (text: string) => prepareAsset('"e"', {}, { identity: Buffer.from(text) });

test('an island’s scripts are named with all that they need to run, once each, and nothing that can wait', () => {
  const assets = new Map([
    ['/', script('<p>')],
    [
      '/_astro/Desk.aB-1_c.js',
      script('import{a as t}from"./base.x1.js";import"./more.x2.js";import("./later.x3.js")'),
    ],
    [
      '/_astro/base.x1.js',
      script('export{b}from"./deep.x4.js";import{c}from"./more.x2.js";import{d}from"./gone.js"'),
    ],
    ['/_astro/more.x2.js', script('import{t}from"./Desk.aB-1_c.js"')],
    ['/_astro/later.x3.js', script('')],
    ['/_astro/deep.x4.js', script('')],
    ['/_astro/client.x5.js', script('')],
    ['/_astro/Desk.x6.css', script('')],
  ]);
  expect(modulesBehind(assets, ['Desk', 'client']).sort()).toEqual([
    '/_astro/Desk.aB-1_c.js',
    '/_astro/base.x1.js',
    '/_astro/client.x5.js',
    '/_astro/deep.x4.js',
    '/_astro/more.x2.js',
  ]);
  expect(modulesBehind(new Map(), ['Desk'])).toEqual([]);
});
