import { webhookPath } from '../../../src/server/payments/payment-routes.ts';
import { type Headers, openBrowser, signIn } from '../running-service/browser.ts';
import { unsafeRoutes } from '../running-service/routes.ts';
import { startService } from '../running-service/service.ts';
import type { Trial } from '../trial.ts';

const own = 'https://tarot.example.com';

/** Headers that our pages and programs send. */
const taken: Record<string, Headers> = {
  'our own page': {},
  'our own page now': { 'sec-fetch-site': 'same-origin' },
  'a program': { origin: [] },
};

/** Headers that a foreign page's call could have; an empty list of values omits the header. */
const foreign: Record<string, Headers> = {
  'absent, of another site': { origin: [], 'sec-fetch-site': 'cross-site' },
  'absent, of a sibling': { origin: [], 'sec-fetch-site': 'same-site' },
  'absent, with an empty site': { origin: [], 'sec-fetch-site': '' },
  'ours, of another site': { origin: own, 'sec-fetch-site': 'cross-site' },
  'foreign, said to be of the same site': {
    origin: 'https://evil.example',
    'sec-fetch-site': 'same-origin',
  },
  empty: { origin: '' },
  null: { origin: 'null' },
  foreign: { origin: 'https://evil.example' },
  'a sibling': { origin: 'https://www.example.com' },
  'the parent': { origin: 'https://example.com' },
  'a child': { origin: 'https://www.tarot.example.com' },
  'another scheme': { origin: 'http://tarot.example.com' },
  'another port': { origin: 'https://tarot.example.com:8443' },
  'the address of the socket': { origin: 'http://127.0.0.1' },
  'ours as a prefix': { origin: `${own}.evil.example` },
  'ours as a suffix': { origin: 'https://eviltarot.example.com' },
  'ours as a user name': { origin: 'https://tarot.example.com@evil.example' },
  'ours with a path': { origin: `${own}/` },
  'ours and a foreign one': { origin: [own, 'https://evil.example'] },
  'ours in capitals': { origin: own.toUpperCase() },
  'ours as the host that was asked for': { origin: 'https://evil.example', host: 'evil.example' },
};

const routes = unsafeRoutes().filter((route) => !route.endsWith(webhookPath));
const attempts = routes.length * Object.keys(foreign).length;

const elsewhere: Trial = {
  table: 'attack',
  name: 'unsafe calls from elsewhere',
  promise: '403 for every page but our own',
  counts: { quick: attempts, full: attempts },
  async run(_times, { count, after, isBundle }) {
    const service = await startService({ isBundle, env: { PUBLIC_URL: own, RATE_LIMITS: 'off' } });
    after(service.stop);
    const admin = await signIn(service.url, 'admin', { origin: own });
    const visitor = openBrowser(service.url, { origin: own });
    for (const route of routes) {
      const [method = '', path = ''] = route.split(' ');
      const address = path.replace(/:\w+/, 'no-such-id');
      for (const [what, headers] of Object.entries(foreign)) {
        // An empty form, refused only after the Origin was checked.
        const { status, text } = await admin.call(method, address, {}, headers);
        const isRefused = status === 403 && text.includes('"forbidden"') && text.includes(own);
        count(isRefused ? null : `${route} with an Origin that is ${what}: ${status}`);
      }
      for (const [who, headers] of Object.entries(taken)) {
        const { status } = await visitor.call(method, address, {}, headers);
        count(status === 403 ? `${route} refuses ${who}` : null);
      }
    }
    return `${routes.length} routes`;
  },
};

export const trials: Trial[] = [elsewhere];
