import { expect, type Page } from '@playwright/test';
import { findFlaws, type findUnpaintedText, type Rule } from './find-flaws.ts';

export interface Case {
  name: string;
  html: string;
  /** What is found; nothing, where it is set up correctly. */
  found?: string[];
}

export async function show(page: Page, html: string): Promise<void> {
  await page.setViewportSize({ width: 600, height: 400 });
  await page.setContent(`<!doctype html>
    <style>
      body { margin: 20px; background: #fff; color: #000; font: 16px/1.5 sans-serif; }
      button, input, select, textarea { appearance: none; font: inherit; border: 0; padding: 0; background: none; }
    </style>
    ${html}`);
}

/** Expects that a rule finds what was planted for it, says so in words, and is quiet about what only looks like it. */
export function prove(page: Page, rule: Rule, cases: Case[]): Promise<void> {
  return proveBy(page, () => findFlaws(page, [rule]), cases);
}

export async function proveBy(page: Page, find: typeof findUnpaintedText, cases: Case[]): Promise<void> {
  for (const { name, html, found = [] } of cases) {
    await show(page, html);
    expect.soft(await find(page), name).toEqual(found);
  }
}
