import {
  buy,
  checkoutPath,
  type Headers,
  openBrowser,
  send,
  signIn,
  until,
} from '../running-service/browser.ts';
import { exchange } from '../running-service/raw.ts';
import { apiRoutes } from '../running-service/routes.ts';
import { type AttackedService, startService } from '../running-service/service.ts';
import { type MailServer, startMailServer } from '../servers/mail-server.ts';
import type { Trial } from '../trial.ts';

const publicUrl = 'https://tarot.example.com';
const mark = 'evil-mark';
const evil = `${mark}.example`;

const forgeries: Headers[] = [
  { host: evil },
  { host: `${evil}:443` },
  { host: `tarot.example.com@${evil}` },
  { host: `tarot.example.com.${evil}` },
  { 'x-forwarded-host': evil },
  { 'x-forwarded-host': `tarot.example.com, ${evil}` },
  { 'x-forwarded-server': evil, 'x-host': evil, 'x-original-host': evil },
  { 'x-forwarded-proto': mark, 'x-forwarded-port': '1', 'x-forwarded-scheme': mark },
  { 'x-forwarded-proto': 'http', 'x-forwarded-ssl': 'off', 'front-end-https': 'off' },
  { forwarded: `for=${mark};host=${evil};proto=http` },
  { 'x-original-url': `/${mark}`, 'x-rewrite-url': `/${mark}` },
  { 'x-forwarded-prefix': `/${mark}`, 'x-script-name': `/${mark}` },
  { 'x-forwarded-for': `${mark}, 203.0.113.7`, 'x-real-ip': mark, 'true-client-ip': mark },
  { 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' },
  { referer: `https://${evil}/`, 'user-agent': mark, 'accept-language': mark },
  { via: mark, 'x-wap-profile': `https://${evil}/`, 'proxy-host': evil, 'base-url': `https://${evil}` },
];

const pages = [
  ...[
    '/',
    '/thank-you',
    '/admin/login',
    '/admin/dashboard',
    '/reader/dashboard',
    '/stripe-test',
    '/email-test',
  ],
  ...['/order/AAAAAAAAAAAAAAAAAAAAAA', '/no/such/page', '/sandbox/mail', '/sandbox'],
];
const redirects = ['//', `//${evil}`, `//${evil}/..`, `/\\${evil}`, `/%2f%2f${evil}`, '/admin', '/admin/x/'];

const calls = apiRoutes().filter((route) => route.startsWith('GET '));
const reads = [...calls.map((route) => route.slice(4).replace(/:\w+/, 'no-such-id')), ...pages];
const attempts = reads.flatMap((path) => forgeries.map((headers) => ({ path, headers })));

const forged: Trial = {
  table: 'attack',
  name: 'forged Host and X-Forwarded-*',
  promise: 'nothing reflected, links only from PUBLIC_URL',
  counts: { quick: 150, full: attempts.length },
  async run(times, { count, after, isBundle }) {
    const isBuilt = times >= attempts.length;
    const mailServer = await startMailServer();
    after(mailServer.close);
    const env = {
      PUBLIC_URL: publicUrl,
      RATE_LIMITS: 'off',
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'a@tarot.example.com',
    };
    const service = await startService({ isBundle, env, isBuilt });
    after(service.stop);
    const admin = await signIn(service.url, 'admin', { origin: publicUrl, host: 'tarot.example.com' });
    for (let i = 0; i < times; i++) {
      const { path = '', headers = {} } = attempts[Math.floor((i * attempts.length) / times)] ?? {};
      const honest = await admin.call('GET', path);
      const answer = await admin.call('GET', path, undefined, headers);
      const isReflected = JSON.stringify(answer).includes(mark);
      const isSame = answer.status === honest.status && answer.headers.location === honest.headers.location;
      // A page under another host is redirected to the right one.
      const isSentBack = 'host' in headers && answer.headers.location === publicUrl + path;
      // RFC 9112, 3.2: a Host header that is no host is answered 400.
      const isRefused = headers.host?.includes('@') && answer.status === 400;
      const isRight = !isReflected && (isSame || isSentBack || isRefused);
      const found = isReflected ? 'reflected' : answer.status;
      count(isRight ? null : `${path} with ${JSON.stringify(headers)}: ${found}`);
    }
    for (const path of redirects) {
      const { headers } = await send(service.url, 'GET', path, { host: evil });
      const leadsAway = !(headers.location ?? `${publicUrl}/`).startsWith(`${publicUrl}/`);
      count(leadsAway ? `${path} leads to ${headers.location}` : null);
    }
    const absolute = `GET http://${evil}/api/settings HTTP/1.1\r\nHost: ${evil}\r\nConnection: close\r\n\r\n`;
    const { text } = await exchange(service.port, absolute, { timeoutMs: 2_000 });
    count(text.includes(mark) ? 'an address with a foreign host comes back' : null);
    const buyers = forgeries.filter(({ host }) => !host?.includes('@'));
    for (const headers of isBuilt ? buyers : buyers.slice(0, 2)) {
      const found = await buyForged(service, mailServer, headers);
      count(found && `${JSON.stringify(headers)}: ${found}`);
    }
    return `${mailServer.accepted.length} purchases with mails`;
  },
};

/** Buys with forged headers at every step. @returns what is wrong with the mail or the cookie, or null */
async function buyForged(service: AttackedService, { accepted }: MailServer, forgery: Headers) {
  const before = accepted.length;
  const headers = { origin: publicUrl, ...forgery };
  await buy(service.url, {}, headers);
  const mail = await until('the confirmation', 20_000, () => accepted.at(before));
  const text = mail.raw.replace(/=\r?\n/g, '').replace(/=3D/g, '=');
  if (text.includes(mark)) return 'the mail repeats a forged header';
  const origins = [...text.matchAll(/https?:\/\/[\w.:@-]+/g)].map(([origin]) => origin);
  const foreign = origins.find((origin) => origin !== publicUrl && !origin.includes('w3.org'));
  if (!origins.includes(publicUrl)) return 'the mail has no link to us';
  if (foreign) return `the mail links to ${foreign}`;
  // The cookies are for https, whatever a header says about the connection.
  const answer = await openBrowser(service.url, headers).call('POST', checkoutPath, {});
  const cookie = String(answer.headers['set-cookie']);
  const isSecure = /^__Host-checkout=[^;]+;.*Secure/.test(cookie);
  return isSecure ? null : `the cookie became ${cookie.slice(0, 30)}`;
}

export const trials: Trial[] = [forged];
