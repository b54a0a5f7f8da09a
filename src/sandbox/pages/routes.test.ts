import { Script } from 'node:vm';
import { afterAll, expect, test } from 'vitest';
import { setUpForTest, startSetup } from '../test-sandbox.ts';

const setup = await startSetup();
afterAll(() => setup.close());

const get = (path: string) => setup.sandbox.app.request(path);
const nasty = `"><script>alert(1)</script><img src=x onerror=alert(1)>'&`;

function accept(subject: string, messageId = '<1@example.com>') {
  return setup.sandbox.acceptMail({
    messageId,
    to: { name: nasty, address: 'ada@example.com' },
    from: `Shop ${nasty}`,
    subject,
    text: `Hello ${nasty}\nYour order: http://localhost/order/1?a=1&b=2. See https://evil.example/.`,
    html: `<h1>Hello</h1>${nasty}`,
  });
}

test('lists mails in mail.json, newest first, filtered by address', async () => {
  const first = accept('one');
  const second = accept('two', '<2@example.com>');
  for (const query of ['', '?to=ada%40example.com']) {
    const mails = await (await get(`/sandbox/mail.json${query}`)).json();
    const [newest, older] = mails as Record<string, unknown>[];
    expect(older?.id).toBe(first.id);
    expect(newest).toEqual({
      id: second.id,
      messageId: '<2@example.com>',
      to: 'ada@example.com',
      subject: 'two',
      text: expect.any(String),
      html: expect.any(String),
      acceptedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
  }
  expect(await (await get('/sandbox/mail.json?to=bob%40example.com')).json()).toEqual([]);
});

test('names attachments and their size in mail.json and on the page', async () => {
  const { id } = setup.sandbox.acceptMail({
    ...{ messageId: '<3@example.com>', from: 'Shop', subject: 'three', text: '', html: '<p>Hello</p>' },
    to: { name: 'Mona', address: 'mona@example.com' },
    attachments: [{ filename: 'CT-7K3M9Q.pdf', content: Buffer.alloc(21_500) }],
  });
  const mails = await (await get('/sandbox/mail.json?to=mona%40example.com')).json();
  expect(mails).toMatchObject([{ id, attachments: ['CT-7K3M9Q.pdf'] }]);
  expect(await (await get(`/sandbox/mail/${id}`)).text()).toContain('CT-7K3M9Q.pdf, 22 KB');
});

test('escapes everything in a mail', async () => {
  const { id } = accept(nasty);
  for (const path of ['/sandbox/mail', `/sandbox/mail/${id}`]) {
    const response = await get(path);
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(page).not.toMatch(/<script|<img/);
    expect(page).toContain('No money moves');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  }
  const page = await (await get(`/sandbox/mail/${id}`)).text();
  expect(page).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
  expect(page).toContain('srcdoc="&lt;h1&gt;Hello&lt;/h1&gt;');
  expect(page).toContain('<a href="http://localhost/order/1?a=1&amp;b=2"');
  expect(page).not.toContain('<a href="https://evil');
});

test('lists the test cards and answers 404 to unknown pages', async () => {
  expect(await (await get('/sandbox')).text()).toContain('4000 0025 0000 3155');
  for (const path of ['/sandbox/mail/none', '/sandbox/nothing', '/sandbox/mail/%E0%A4%A']) {
    expect((await get(path)).status, path).toBe(404);
  }
});

test('says on every page whether mail stays on this machine', async () => {
  const { sandbox } = await setUpForTest(':memory:', undefined, { keepsMail: false });
  for (const path of ['/sandbox', '/sandbox/payments', '/sandbox/mail', '/sandbox/nothing']) {
    expect(await (await get(path)).text()).toContain('No money moves and no mail leaves this machine.');
    const connected = await (await sandbox.app.request(path)).text();
    expect(connected).toContain('mail is sent for real, by the mail server in SMTP_URL.');
    expect(connected).not.toMatch(/no mail leaves|the mail stay here|arrives here/);
  }
});

test('serves the browser part as one valid classic script', async () => {
  const response = await get('/sandbox/stripe/stripe.js');
  const source = await response.text();
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(() => new Script(source)).not.toThrow();
  expect(source).not.toMatch(/^(import|export) /m);
});
