import PostalMime from 'postal-mime';
import { checkOrderForm, type ReadingRequest } from '../../../src/shared/checkout/checkout-schema.ts';
import { standardOffer } from '../../../src/shared/offers/offer-types.ts';
import { readingRequest } from '../../kit/test-app.ts';
import {
  type Answer,
  type Browser,
  buy,
  checkoutPath,
  expectOk,
  inParallel,
  openBrowser,
  signIn,
  until,
} from '../running-service/browser.ts';
import { addressPayloads, payloads } from '../running-service/payloads.ts';
import { type AttackedService, startService } from '../running-service/service.ts';
import { type AcceptedMail, startMailServer } from '../servers/mail-server.ts';
import type { Run, Trial } from '../trial.ts';

const harmlessText = 'Nothing odd.\nA second line.\n\nA second paragraph.';

async function startWithMail({ after, isBundle }: Run) {
  const { accepted, url, close } = await startMailServer();
  after(close);
  const env = {
    RATE_LIMITS: 'off',
    APPROVAL_UNDO_SECONDS: '0',
    SMTP_URL: url,
    MAIL_FROM: 'Career Tarot <tarot@career-tarot.example>',
    CONTACT_EMAIL: 'answers@tarot-at-work.com',
  };
  const service = await startService({ isBundle, env });
  after(service.stop);
  return { service, accepted, admin: await signIn(service.url, 'admin') };
}

function isData({ headers, text }: Answer): boolean {
  JSON.parse(text);
  const isJson = /^application\/json/.test(headers['content-type'] ?? '');
  return isJson && headers['x-content-type-options'] === 'nosniff';
}

/** Writes a text into every field of an order. @returns the answers that contain it */
async function writeEverywhere(
  { url }: AttackedService,
  admin: Browser,
  text: string,
  customerEmail: string,
): Promise<Answer[]> {
  const form = readingRequest({
    readingType: 'other',
    customerEmail,
    customQuestion: `${text} (a question)`,
    customerName: text.replace(/\n\n/g, ' '),
    readingAddresseeName: text.replace(/\n\n/g, ' '),
    backgroundContext: text,
  });
  const { order } = await buy(url, form);
  const said: Answer[] = [];
  for (const from of ['customer', undefined])
    said.push(await expectOk(admin.call('POST', `/api/orders/${order.orderId}/messages`, { text, from })));
  const cards = [{ card: 'the-star', position: text.slice(0, 60) }];
  const written = { orderId: order.orderId, content: text, cards, internalNotes: text };
  const submitted = await expectOk(admin.call('POST', '/api/readings', written));
  const { id, content }: { id: string; content: string } = JSON.parse(submitted.text);
  const comments = [{ from: 0, to: content.length, text }];
  await expectOk(admin.call('PUT', `/api/readings/${id}/reject`, { feedback: text, revision: 1, comments }));
  const rejected = await expectOk(admin.call('GET', `/api/orders/${order.orderId}/reading`));
  await expectOk(admin.call('POST', '/api/readings', written));
  await expectOk(admin.call('PUT', `/api/readings/${id}/approve`));
  const paths = [
    `/api/orders?payment=all&q=${encodeURIComponent(text.slice(0, 100))}`,
    `/api/orders/${order.orderId}`,
    `/api/orders/${order.orderId}/events`,
    `/api/orders/${order.orderId}/mails`,
  ];
  const read = await Promise.all(paths.map((path) => admin.call('GET', path)));
  const shown: ReadingRequest = JSON.parse(read[1]?.text ?? '');
  const checked = checkOrderForm(standardOffer, form);
  const typed = 'request' in checked ? checked.request : null;
  if (shown.customerName !== typed?.customerName || shown.backgroundContext !== typed.backgroundContext)
    throw new Error(`${JSON.stringify(text)} is not shown as it was typed`);
  const guess = await openBrowser(url).call('POST', '/api/login', { username: text, password: text });
  const report = await openBrowser(url).call('POST', '/api/payment-failure', { errorMessage: text });
  return [...said, submitted, rejected, ...read, guess, report];
}

/** The parts of a mail that must not depend on what people write. */
interface MailShape {
  kind: 'confirmation' | 'message' | 'delivery';
  headers: string;
  /** All different tags of the HTML, with their attributes. */
  tags: Set<string>;
  problem: string | null;
}

async function readMail({ raw, to: recipients }: AcceptedMail): Promise<MailShape> {
  const mail = await PostalMime.parse(raw);
  const subject = mail.subject ?? '';
  const isConfirmation = /^Your order CT-\w{6} is confirmed$/.test(subject);
  const isMessage = /^A message about your order CT-\w{6}$/.test(subject);
  const addresses = (mail.to ?? []).map(({ address }) => address);
  const answers = (mail.replyTo ?? []).map(({ address }) => address);
  const isSubject = isConfirmation || isMessage || subject === 'Your reading from Career Tarot';
  const wrong: [boolean, string][] = [
    [!isSubject, `its subject is ${subject}`],
    [recipients.length !== 1, `it goes to ${recipients.length} recipients`],
    [addresses.join() !== recipients.join(), `it is addressed to ${addresses}`],
    [Boolean(mail.cc?.length || mail.bcc?.length), 'it is addressed to others too'],
    [answers.join() !== 'answers@tarot-at-work.com', `it is answered to ${answers}`],
    [mail.from?.address !== 'tarot@career-tarot.example', `it comes from ${mail.from?.address}`],
    [mail.attachments.length > 0, 'it has an attachment'],
  ];
  // A picture's text may contain what was written; an unescaped quote would end it early, and show.
  const html = (mail.html ?? '')
    .replace(/\/order\/[\w-]{22}/g, '/order/TOKEN')
    .replace(/CT-[0-9A-Z]{6}/g, 'CT-NUMBER')
    .replace(/ alt="[^"]*"/g, ' alt="WORDS"');
  const headers = mail.headers.map(({ key }) => key);
  return {
    kind: isConfirmation ? 'confirmation' : isMessage ? 'message' : 'delivery',
    headers: headers.sort().join(' '),
    tags: new Set(html.match(/<[a-z/!?][^>]*>?/gi)),
    problem: wrong.find(([isWrong]) => isWrong)?.[1] ?? null,
  };
}

/** @returns how a mail differs from one of its kind with harmless texts; null if it does not */
function differenceFrom(harmless: MailShape[], mail: MailShape): string | null {
  const { problem, kind, headers, tags } = mail;
  if (problem !== null) return problem;
  const twin = harmless.find((other) => other.kind === kind);
  if (!twin) return `there is no harmless ${kind}`;
  if (headers !== twin.headers) return `its headers are ${headers}`;
  const foreign = [...tags].find((tag) => !twin.tags.has(tag));
  return foreign === undefined ? null : `it contains ${foreign}`;
}

const everyField: Trial = {
  table: 'attack',
  name: 'payloads in every text field',
  promise: 'no mail gets a tag, a header or a recipient from them; every answer is plain data',
  counts: { quick: 8, full: payloads.length },
  async run(times, run) {
    const { service, accepted, admin } = await startWithMail(run);
    const mailsTo = async (address: string) => {
      const mails = await until(`the mails to ${address}`, 30_000, () => {
        const found = accepted.filter(({ to }) => to.includes(address));
        return found.length >= 3 ? found : null;
      });
      return Promise.all(mails.map(readMail));
    };
    await writeEverywhere(service, admin, harmlessText, 'harmless@customers.example');
    const harmless = await mailsTo('harmless@customers.example');
    await inParallel(times, 4, async (i) => {
      const payload = payloads[Math.floor((i * payloads.length) / times)] ?? '';
      const what = JSON.stringify(payload);
      const answers = await writeEverywhere(service, admin, payload, `customer${i}@customers.example`);
      const odd = answers.find((answer) => !isData(answer) || answer.status >= 500);
      run.count(odd ? `${what} was answered ${odd.status} ${odd.headers['content-type']}` : null);
      for (const mail of await mailsTo(`customer${i}@customers.example`)) {
        const difference = differenceFrom(harmless, mail);
        run.count(difference && `with ${what} in a mail, ${difference}`);
      }
    });
    const isExpected = /^(customer\d+|harmless)@customers\.example$/;
    const stray = accepted.find(({ to }) => !isExpected.test(to.join()));
    run.count(stray ? `a mail went to ${stray.to}` : null);
    return `${accepted.length} mails read`;
  },
};

const everyAddress: Trial = {
  table: 'attack',
  name: 'payloads in every address field',
  promise: 'one recipient always: what is not one plain address is refused',
  counts: { quick: addressPayloads.length, full: addressPayloads.length },
  async run(_times, run) {
    const { service, accepted, admin } = await startWithMail(run);
    const { order } = await buy(service.url);
    await until('the confirmation', 20_000, () => accepted.length === 1);
    for (const email of addressPayloads) {
      const visitor = openBrowser(service.url);
      const answers = [
        await visitor.call('POST', checkoutPath, readingRequest({ customerEmail: email })),
        await visitor.call('POST', '/api/test-email', { email }),
        await admin.call('PUT', `/api/orders/${order.orderId}/email`, { email }),
      ];
      for (const { status } of answers)
        run.count(status === 400 ? null : `${JSON.stringify(email)} was answered ${status}`);
    }
    run.count(accepted.length === 1 ? null : `a mail went to ${accepted[1]?.to}`);
    return '';
  },
};

export const trials: Trial[] = [everyField, everyAddress];
