import type { BrowserContext, Page } from '@playwright/test';
import { collectErrors, expect } from './steps.ts';

/** Elements that only a foreign script or tag could have added to a page. */
const foreignElements = [
  'marquee, xmp, plaintext, mglyph, embed, object, base, audio, video, form[action^="javascript"]',
  'a[href^="javascript" i], a[href^="data:"], a[href*="evil.example"], img[src*="evil.example"], img[src^="x"]',
  '[onerror], [onload], [onclick], [onfocus], [onmouseover], [ontoggle], [formaction]',
  'iframe:not([title])',
].join(', ');

/** Notes scripts that ran, dialogs, violated policies, console errors and requests to origins not in `own`. */
export async function watchForInjection(context: BrowserContext, own: readonly string[]) {
  const touched: string[] = [];
  await context.exposeBinding('ran', ({ page }) => void touched.push(`a script ran at ${page.url()}`));
  await context.exposeBinding('violated', ({ page }, rule: string) => {
    touched.push(`${rule} at ${page.url()}`);
  });
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      Reflect.get(window, 'violated')(`${effectiveDirective} was violated by ${blockedURI}`);
    });
  });
  context.on('dialog', (dialog) => {
    touched.push(`a dialog said ${dialog.message()}`);
    void dialog.dismiss();
  });
  collectErrors(context, touched);
  await context.route(
    ({ origin, protocol }) => protocol.startsWith('http') && !own.includes(origin),
    (route) => {
      touched.push(`asked for ${route.request().url()}`);
      return route.abort();
    },
  );
  return {
    touched,
    /** Checks the page as it is, and everything that has happened so far. */
    async expectSilence(page: Page) {
      await expect(page.locator(foreignElements), page.url()).toHaveCount(0);
      expect(touched).toEqual([]);
    },
  };
}
