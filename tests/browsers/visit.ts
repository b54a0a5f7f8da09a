import { writeFileSync } from 'node:fs';
import { test as base, expect } from '@playwright/test';
import { findWeakEdges } from '../e2e/flaws/edges.ts';
import { findFlaws, shapeRules } from '../e2e/flaws/find-flaws.ts';
import { type AttackedService, startService } from '../faults/running-service/service.ts';
import { complaints, keepComplaints } from './complaints.ts';
import { startFirefox } from './firefox.ts';
import { findProgram } from './install.ts';
import { createPerson, type Person } from './person.ts';
import type { Engine, Size, Tab } from './tab.ts';
import { startWebKit } from './webkit.ts';

const engines = {
  WebKit: () => startWebKit(findProgram),
  Firefox: () => startFirefox(findProgram('firefox')),
};
export type EngineName = keyof typeof engines;

export const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } };

export interface EngineOptions {
  engineName: EngineName;
}

interface Visit {
  size: Size;
  /** Used by this visit only, with the demo's accounts and a fresh database. */
  service: AttackedService;
  tab: Tab;
  visitor: Person;
  /** Takes a picture of the page, and expects no flaws in it. */
  look: (what: string) => Promise<void>;
}

/** All but the focus rule: without a window manager no window has the focus, and WebKit then shows none. */
const rules = [...shapeRules, findWeakEdges];

/** An expression that resolves once the current page is drawn, with its own fonts. */
const isDrawn = `document.fonts.ready.then(() => new Promise((resolve) => {
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(true)));
}))`;

export const test = base.extend<Visit, EngineOptions & { engine: Engine }>({
  engineName: ['WebKit', { option: true, scope: 'worker' }],
  engine: [
    async ({ engineName }, use) => {
      const engine = await engines[engineName]();
      await use(engine);
      await engine.close();
    },
    { scope: 'worker' },
  ],
  size: [sizes.desktop, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the braces what a fixture needs
  async service({}, use) {
    const service = await startService({
      isBuilt: true,
      env: { RATE_LIMITS: 'off', APPROVAL_UNDO_SECONDS: '0' },
    });
    await use(service);
    await service.stop();
  },
  baseURL: ({ service }, use) => use(service.url),
  async tab({ engine, size }, use) {
    const tab = await engine.openTab(size, keepComplaints);
    await use(tab);
    await tab.close();
  },
  visitor: ({ tab }, use) => use(createPerson(tab)),
  async look({ tab }, use, testInfo) {
    let count = 0;
    const takePicture = async (what: string) => {
      count += 1;
      const name = `${String(count).padStart(2, '0')} ${what}.png`;
      await tab.evaluate(isDrawn);
      writeFileSync(testInfo.outputPath(name), await tab.takePicture());
    };
    await use(async (what) => {
      await takePicture(what);
      await expect.poll(() => findFlaws(tab, rules), { message: what }).toEqual([]);
      expect(await tab.evaluate<string[]>(complaints), what).toEqual([]);
    });
    await takePicture('the end');
  },
});
