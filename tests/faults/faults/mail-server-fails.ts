import { startWorker } from '../../../src/server/app/worker.ts';
import { createSmtpMailer } from '../../../src/server/mail/smtp-mailer.ts';
import type { OrderMail } from '../../../src/shared/orders/mails.ts';
import { addSignedIn, orderIn, storedMail } from '../../kit/builders.ts';
import { createTestApp, type TestApp } from '../../kit/test-app.ts';
import { inParallel, until } from '../running-service/browser.ts';
import { type Behavior, type MailServer, type Refusal, startMailServer } from '../servers/mail-server.ts';
import { percentile, type Run, type Trial, timeLimit } from '../trial.ts';

const hour = 3_600_000;
const approvalTimeoutMs = 300;
/** How long the worker may wait for a failing server, in milliseconds of real time. */
const hangTimeoutMs = 90_000;

interface Fault {
  name: string;
  network: Behavior;
  refusal?: Refusal;
  hours: number;
  /** Whether the server may get a message twice: it accepted it and could not say so. */
  mayRepeat?: true;
  isPermanent?: true;
}

const greylisted: Refusal = { command: 'RCPT', code: 451, words: '4.7.1 Greylisted, come back later' };
const diskFull: Refusal = { command: 'DATA', code: 452, words: '4.3.1 The disk is full' };
const noMailbox: Refusal = { command: 'RCPT', code: 550, words: '5.1.1 No such mailbox here' };
const faults: Fault[] = [
  { name: 'down for a day', network: 'down', hours: 24 },
  { name: 'no greeting', network: 'silent', hours: 1 },
  { name: 'reset after DATA', network: 'forward', hours: 2, mayRepeat: true },
  { name: 'breaks off', network: 'deaf', hours: 5 },
  { name: '451 for the recipient', network: 'forward', refusal: greylisted, hours: 5 },
  { name: '452 for the message', network: 'forward', refusal: diskFull, hours: 5 },
  { name: '421 as greeting', network: { reply: '421 4.3.2 Closing for tonight\r\n' }, hours: 3 },
  { name: '550 for the recipient', network: 'forward', refusal: noMailbox, hours: 1, isPermanent: true },
];

const mailServerFails: Trial = {
  table: 'fault',
  name: 'mail-server-fails',
  promise: `whatever the mail server does, no mail is lost, approving stays fast (p99 < ${approvalTimeoutMs} ms), and what it refuses for good is shown in its words and can be sent again`,
  counts: { quick: 24, full: 400 },
  async run(times, { count, after }) {
    const approvals: number[] = [];
    const mailServer = await startMailServer();
    after(mailServer.close);
    for (const fault of faults) await letFail(fault, times / faults.length, mailServer, approvals, count);
    const p99 = percentile(approvals, 0.99);
    if (p99 > timeLimit(approvalTimeoutMs)) count(`approving took ${Math.round(p99)} ms (p99)`);
    return `${faults.length} faults, approving p99 ${Math.round(p99)} ms`;
  },
};

async function letFail(
  fault: Fault,
  times: number,
  mailServer: MailServer,
  approvals: number[],
  count: Run['count'],
) {
  const app = createTestApp({
    env: { APPROVAL_UNDO_SECONDS: '0' },
    wakeMailWorker: () => worker.poke('outbox'),
  });
  app.context.mailer = createSmtpMailer({
    url: mailServer.url,
    from: 'Career Tarot <hello@career-tarot.example>',
    replyTo: () => 'hello@career-tarot.example',
    maxConnections: 4,
    // smtp-server itself waits 100 ms before its greeting.
    timeouts: { connection: 1_000, greeting: 250, socket: 1_000, delivery: 10_000 },
  });
  const worker = startWorker([{ name: 'outbox', every: 20, run: () => app.sendMail() }], app.context.log);
  mailServer.accepted.length = 0;
  await mailServer.behave(fault.network, fault.refusal ?? null);
  if (fault.mayRepeat) mailServer.onAccept(mailServer.cut);
  try {
    const admin = await addSignedIn(app, 'admin', 'admin');
    const orders: { orderId: string; readingId: string; status: number }[] = [];
    while (orders.length < times)
      orders.push({ ...(await orderIn(app, 'reading_uploaded', admin.person)), status: 0 });
    await inParallel(orders.length, 4, async (index) => {
      const order = orders[index];
      const startedAt = performance.now();
      const answer = await admin.put(`/api/readings/${order?.readingId}/approve`);
      approvals.push(performance.now() - startedAt);
      if (order) order.status = answer.status;
    });
    // Hours must not pass while a mail is being sent: its lease would end.
    await worker.stop();
    let isOver = false;
    const passing = letHoursPass(app, fault.hours).then(() => {
      isOver = true;
    });
    await Promise.race([passing, until('the worker to leave the server', hangTimeoutMs, () => isOver)]);
    const early = orders.map(({ orderId }) => lossDuring(app, orderId, fault));

    const hidden = fault.isPermanent ? await resendAll(admin, orders) : null;
    mailServer.onAccept(null);
    await mailServer.behave('forward');
    await letHoursPass(app, 2);
    await until('the outbox to be empty', 20_000, async () => {
      await letHoursPass(app, 1);
      return orders.every(({ orderId }) => storedMail(app, orderId).every(({ state }) => state !== 'queued'));
    });
    for (const [index, order] of orders.entries()) {
      const loss = order.status === 200 ? (hidden ?? early[index]) : `approving was answered ${order.status}`;
      const lost = loss ?? lossAfterwards(app, order.orderId, fault, mailServer);
      count(lost && `${fault.name}: ${lost}`);
    }
  } finally {
    mailServer.onAccept(null);
    await worker.stop();
    app.context.mailer.close();
    app.db.$client.close();
  }
}

async function letHoursPass(app: TestApp, hours: number) {
  for (let passed = 0; passed <= hours; passed++) {
    if (passed > 0) app.clock.advance(hour);
    // Two workers at once, as when an old process is still ending.
    await Promise.all([app.sendMail(), app.sendMail()]);
  }
}

/** During the fault nothing may count as sent, and a permanent refusal must be noted. */
function lossDuring(app: TestApp, orderId: string, fault: Fault): string | null {
  const mails = storedMail(app, orderId);
  if (mails.length !== 2) return `${mails.length} mails in the outbox`;
  const odd = mails.find(({ state }) => state !== (fault.isPermanent ? 'failed' : 'queued'));
  if (odd) return `a mail is ${odd.state} during the fault`;
  const areKept = mails.every(({ lastError }) => lastError?.includes(fault.refusal?.words ?? ''));
  return areKept ? null : "the server's words are not kept";
}

async function resendAll(admin: Awaited<ReturnType<typeof addSignedIn>>, orders: { orderId: string }[]) {
  for (const { orderId } of orders) {
    const { body } = await admin.get<OrderMail[]>(`/api/orders/${orderId}/mails`);
    for (const mail of body) {
      if (mail.state !== 'failed') return `the desk shows a refused mail as ${mail.state}`;
      if (!mail.lastError?.includes(noMailbox.words)) return 'the desk hides the reason';
      const { status } = await admin.post(`/api/mails/${mail.id}/resend`);
      if (status !== 200) return `Resend was answered ${status}`;
    }
  }
  return null;
}

function lossAfterwards(app: TestApp, orderId: string, fault: Fault, { accepted }: MailServer) {
  for (const mail of storedMail(app, orderId)) {
    if (mail.state !== 'sent') return `the ${mail.kind} is ${mail.state} in the end`;
    const copies = accepted.filter(({ messageId }) => messageId === mail.messageId);
    if (copies.length === 0) return `the ${mail.kind} counts as sent and never arrived`;
    if (copies.length > 1 && !fault.mayRepeat) return `the ${mail.kind} arrived ${copies.length} times`;
    if (copies.some(({ to }) => to.join() !== mail.toAddress)) return `the ${mail.kind} went elsewhere`;
  }
  return null;
}

export const trials: Trial[] = [mailServerFails];
