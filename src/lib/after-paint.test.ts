import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whenLookedAt } from './after-paint.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A page in a browser with this name. `turn` makes it visible or hidden and lets the browser be idle. */
function openPage(userAgent: string, visibilityState: DocumentVisibilityState) {
  const page = Object.assign(new EventTarget(), { visibilityState });
  const run = vi.fn();
  whenLookedAt(run, { userAgent }, page);
  vi.runAllTimers();
  const turn = (state: DocumentVisibilityState) => {
    page.visibilityState = state;
    page.dispatchEvent(new Event('visibilitychange'));
    vi.runAllTimers();
  };
  return { run, turn };
}

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

test.each([
  firefox,
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36 [FBAN/EMA;FBLC/en_US]',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/142.0.0.0 Safari/537.36',
])('a person with %s looks at the page once', (userAgent) => {
  const { run, turn } = openPage(userAgent, 'visible');
  expect(run).toHaveBeenCalledTimes(1);
  turn('hidden');
  turn('visible');
  expect(run).toHaveBeenCalledTimes(1);
});

test.each([
  'Mozilla/5.0 (Linux; Android 6.0.1) Chrome/142.0.0.0 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)',
  'Mozilla/5.0 (compatible; Baiduspider/2.0)',
  'Mozilla/5.0 (compatible; Google-InspectionTool/1.0;)',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'Mozilla/5.0 (Macintosh) Chrome/142.0.0.0 Safari/537.36 Chrome-Lighthouse',
])('the crawler %s is no person', (userAgent) => {
  const { run, turn } = openPage(userAgent, 'visible');
  turn('visible');
  expect(run).not.toHaveBeenCalled();
});

test('a hidden or prerendered page waits until it is shown', () => {
  const { run, turn } = openPage(firefox, 'hidden');
  turn('hidden');
  expect(run).not.toHaveBeenCalled();
  turn('visible');
  expect(run).toHaveBeenCalledTimes(1);
});
