import {
  buy,
  checkoutPath,
  type Headers,
  openBrowser,
  send,
  signIn,
  until,
} from '../attacks-support/browser.ts';
import { exchange } from '../attacks-support/raw.ts';
import { apiRoutes } from '../attacks-support/routes.ts';
import { type AttackedService, startService } from '../attacks-support/service.ts';
import { startSmtpSink } from '../attacks-support/smtp-sink.ts';
import { createTally, type Trial } from '../trial.ts';

const publicUrl = 'https://tarot.example.com';
const mark = 'evil-mark';
const evil = `${mark}.example`;

/** What servers and proxies have believed where nobody should. */
const forgeries: Headers[] = [
  { host: evil },
  { host: `${evil}:443` },
  { host: `tarot.example.com@${evil}` },
  { host: `tarot.example.com.${evil}` },
  { 'x-forwarded-host': evil },
  { 'x-forwarded-host': `tarot.example.com, ${evil}` },
  { 'x-forwarded-server': evil, 'x-host': evil, 'x-original-host': evil },
  { 'x-forwarded-proto': `${mark}`, 'x-forwarded-port': '1', 'x-forwarded-scheme': mark },
  { 'x-forwarded-proto': 'http', 'x-forwarded-ssl': 'off', 'front-end-https': 'off' },
  { forwarded: `for=${mark};host=${evil};proto=http` },
  { 'x-original-url': `/${mark}`, 'x-rewrite-url': `/${mark}` },
  { 'x-forwarded-prefix': `/${mark}`, 'x-script-name': `/${mark}` },
  {
    'x-forwarded-for': `${mark}, 203.0.113.7`,
    'x-real-ip': mark,
    'true-client-ip': mark,
    'cf-connecting-ip': mark,
  },
  { 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' },
  { referer: `https://${evil}/`, 'user-agent': mark, 'accept-language': mark },
  { via: mark, 'x-wap-profile': `https://${evil}/`, 'proxy-host': evil, 'base-url': `https://${evil}` },
];

const pages = ['/', '/thank-you', '/admin/login', '/admin/dashboard', '/reader/dashboard', '/stripe-test'];
const otherPaths = [
  '/email-test',
  `/order/AAAAAAAAAAAAAAAAAAAAAA`,
  '/no/such/page',
  '/sandbox/mail',
  '/sandbox',
];
const redirects = [
  '//',
  `//${evil}`,
  `//${evil}/..`,
  `/\\${evil}`,
  `/%2f%2f${evil}`,
  '/admin',
  '/admin/dashboard/',
];

function everyRead(): string[] {
  const api = apiRoutes().filter((route) => route.startsWith('GET '));
  return [...api.map((route) => route.slice(4).replace(/:\w+/, 'no-such-id')), ...pages, ...otherPaths];
}

const reads = everyRead();
const attempts = reads.flatMap((path) => forgeries.map((headers) => ({ path, headers })));

/** @returns what of a forged request came back */
function reflection(headers: unknown, text: string): string | null {
  if (text.includes(mark)) return 'in the body';
  return JSON.stringify(headers).includes(mark) ? 'in the headers' : null;
}

/** Lives a whole purchase through with a forged request at every step. @returns what was found in mails */
async function buyForged(
  service: AttackedService,
  taken: { raw: string }[],
  forged: Headers,
): Promise<string[]> {
  const found: string[] = [];
  const before = taken.length;
  const headers = { origin: publicUrl, ...forged };
  await buy(service.url, {}, headers);
  const mail = await until('the confirmation', 20_000, () => taken.at(before) ?? null);
  const text = mail.raw.replace(/=\r?\n/g, '').replace(/=3D/g, '=');
  if (text.includes(mark)) found.push('the mail repeats a forged header');
  const origins = [...text.matchAll(/https?:\/\/[\w.:@-]+/g)].map(([origin]) => origin);
  const foreign = origins.filter((origin) => origin !== publicUrl && !origin.includes('w3.org'));
  if (!origins.includes(publicUrl)) found.push('the mail has no link to us');
  if (foreign.length > 0) found.push(`the mail links to ${foreign[0]}`);
  // The cookies are those of https, whatever a header says of the connection.
  const answer = await openBrowser(service.url, headers).call('POST', checkoutPath, {});
  const cookie = String(answer.headers['set-cookie']);
  if (!/^__Host-checkout=[^;]+;.*Secure/.test(cookie)) found.push(`the cookie became ${cookie.slice(0, 30)}`);
  return found;
}

export const trials: Trial[] = [
  {
    table: 'attack',
    name: 'forged Host and X-Forwarded-*',
    promise: 'nothing reflected, links only from PUBLIC_URL',
    counts: { quick: 150, full: attempts.length },
    async run(count, progress) {
      const tally = createTally();
      const isBuilt = count >= attempts.length;
      const sink = await startSmtpSink();
      const service = await startService({
        env: {
          PUBLIC_URL: publicUrl,
          RATE_LIMITS: 'off',
          SMTP_URL: sink.url,
          MAIL_FROM: 'a@tarot.example.com',
        },
        isBuilt,
      });
      try {
        const admin = await signIn(service.url, 'admin', {
          origin: publicUrl,
          host: new URL(publicUrl).host,
        });
        const stride = attempts.length / count;
        for (let i = 0; i < count; i++) {
          const attempt = attempts[Math.floor(i * stride)];
          if (!attempt) continue;
          const { path, headers } = attempt;
          const honest = await admin.call('GET', path);
          const forged = await admin.call('GET', path, undefined, headers);
          const where = reflection(forged.headers, forged.text);
          const isSame =
            forged.status === honest.status && forged.headers.location === honest.headers.location;
          // A page under another host is asked for again where it belongs.
          const isSentBack = 'host' in headers && forged.headers.location === publicUrl + path;
          const what = `${path} with ${JSON.stringify(headers)}`;
          tally.count(
            where ? `${what} comes back ${where}` : isSame || isSentBack ? null : `${what}: ${forged.status}`,
          );
          progress(i + 1);
        }
        for (const path of redirects) {
          const { headers } = await send(service.url, 'GET', path, { host: evil });
          const leadsAway = !(headers.location ?? `${publicUrl}/`).startsWith(`${publicUrl}/`);
          tally.count(leadsAway ? `${path} leads to ${headers.location}` : null);
        }
        const absolute = await exchange(
          service.port,
          `GET http://${evil}/api/settings HTTP/1.1\r\nHost: ${evil}\r\nConnection: close\r\n\r\n`,
          { patience: 2_000 },
        );
        tally.count(absolute.text.includes(mark) ? 'an address with a foreign host comes back' : null);
        const buyers = forgeries.filter(({ host }) => !host?.includes('@'));
        for (const headers of isBuilt ? buyers : buyers.slice(0, 2)) {
          const found = await buyForged(service, sink.taken, headers);
          tally.count(found[0] ? `${JSON.stringify(headers)}: ${found.join(', ')}` : null);
        }
        return tally.outcome(`${sink.taken.length} purchases with mails`);
      } finally {
        await service.stop();
        await sink.close();
      }
    },
  },
  {
    table: 'attack',
    name: 'X-Forwarded-For without a proxy of ours',
    promise: 'believed by nobody: all limits count the address of the connection',
    counts: { quick: 80, full: 1_000 },
    async run(count, progress) {
      const tally = createTally();
      const service = await startService();
      try {
        const admitted = { '/api/login': 0, [checkoutPath]: 0, '/api/payment-failure': 0 };
        const allowed = { '/api/login': 10, [checkoutPath]: 60, '/api/payment-failure': 10 };
        for (let i = 0; i < count; i++) {
          const browser = openBrowser(service.url, { 'x-forwarded-for': `198.51.${i % 250}.${i % 100}` });
          for (const path of Object.keys(admitted) as (keyof typeof admitted)[]) {
            const body = path === '/api/login' ? { username: 'admin', password: 'x' } : {};
            const report = path === '/api/payment-failure' ? { errorMessage: 'Declined.' } : body;
            const { status } = await browser.call('POST', path, report);
            if (status !== 429) admitted[path] = (admitted[path] ?? 0) + 1;
          }
          tally.count(
            (Object.keys(admitted) as (keyof typeof admitted)[]).every(
              (path) => (admitted[path] ?? 0) <= (allowed[path] ?? 0),
            )
              ? null
              : `after ${i + 1}: ${JSON.stringify(admitted)}`,
          );
          progress(i + 1);
        }
        return tally.outcome(`${Object.values(admitted).join(' + ')} admitted`);
      } finally {
        await service.stop();
      }
    },
  },
];
