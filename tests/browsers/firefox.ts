import puppeteer, { type Page } from 'puppeteer-core';
import type { Engine, Tab } from './tab.ts';

/** Starts Firefox through WebDriver BiDi, which it speaks without a separate driver. */
export async function startFirefox(executablePath: string): Promise<Engine> {
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath });
  return {
    async openTab(size, inEveryPage) {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      await page.setViewport(size);
      await page.evaluateOnNewDocument(inEveryPage);
      return createTab(page, () => context.close());
    },
    close: () => browser.close(),
  };
}

function createTab(page: Page, close: () => Promise<void>): Tab {
  return {
    async open(url) {
      await page.goto(url, { waitUntil: 'domcontentloaded' });
    },
    evaluate: <T>(expression: string) => page.evaluate(expression) as Promise<T>,
    click: ({ x, y }) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    takePicture: () => page.screenshot(),
    close,
  };
}
