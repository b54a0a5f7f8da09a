import { expect, test } from 'vitest';
import { isCrawler } from './after-paint.ts';

test.each([
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36 [FBAN/EMA;FBLC/en_US]',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/142.0.0.0 Safari/537.36',
])('treats %s as a person', (userAgent) => {
  expect(isCrawler(userAgent)).toBe(false);
});

test.each([
  'Mozilla/5.0 (Linux; Android 6.0.1) Chrome/142.0.0.0 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)',
  'Mozilla/5.0 (compatible; Baiduspider/2.0)',
  'Mozilla/5.0 (compatible; Google-InspectionTool/1.0;)',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'Mozilla/5.0 (Macintosh) Chrome/142.0.0.0 Safari/537.36 Chrome-Lighthouse',
])('treats %s as a crawler', (userAgent) => {
  expect(isCrawler(userAgent)).toBe(true);
});
