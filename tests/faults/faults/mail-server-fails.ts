import { createSmtpMailer } from '../../../src/server/delivery/smtp-mailer.ts';
import { startWorker } from '../../../src/server/process/worker.ts';
import type { OrderMail } from '../../../src/shared/orders/mails.ts';
import { addSignedIn, orderIn, storedMail } from '../../../src/testing/builders.ts';
import { createTestApp, type TestApp } from '../../../src/testing/test-app.ts';
import type { Behaviour } from '../servers/front.ts';
import { serveApp } from '../servers/http-server.ts';
import { type MailServer, type Refusal, startMailServer } from '../servers/mail-server.ts';
import { createTally, percentile, type Trial, timeLimit } from '../trial.ts';
import { eachAtOnce, until } from '../wait.ts';

const hour = 3_600_000;
const patienceMilliseconds = 300;
/** How long the worker may hang on a failing server, in seconds of real time, before that counts as lost. */
const hangPatience = 90;

interface Fault {
  name: string;
  network: Behaviour;
  refusal?: Refusal;
  /** For how many hours. */
  hours: number;
  /** Whether the same message may reach the server more than once: it took it and could not say so. */
  mayRepeat?: true;
  isPermanent?: true;
}

const faults: Fault[] = [
  { name: 'down for a day', network: 'down', hours: 24 },
  { name: 'no greeting', network: 'silent', hours: 1 },
  { name: 'reset after DATA', network: 'forward', hours: 2, mayRepeat: true },
  { name: 'breaks off', network: 'deaf', hours: 5 },
  {
    name: '451 for the recipient',
    network: 'forward',
    refusal: { command: 'RCPT', code: 451, words: '4.7.1 Greylisted, come back later' },
    hours: 5,
  },
  {
    name: '452 for the message',
    network: 'forward',
    refusal: { command: 'DATA', code: 452, words: '4.3.1 The disk is full' },
    hours: 5,
  },
  {
    name: '421 instead of a greeting',
    network: { reply: '421 4.3.2 Closing for tonight\r\n' },
    hours: 3,
  },
  {
    name: '550 for the recipient',
    network: 'forward',
    refusal: { command: 'RCPT', code: 550, words: '5.1.1 No such mailbox here' },
    hours: 1,
    isPermanent: true,
  },
];

/** Readings are approved while the mail server fails in each way; then it recovers. */
const mailServerFails: Trial = {
  table: 'fault',
  name: 'mail-server-fails',
  promise: `whatever the mail server does, no mail is lost, approving stays fast (p99 < ${patienceMilliseconds} ms), and what it refuses for good is shown in its words and can be sent again`,
  counts: { quick: 24, full: 400 },
  async run(count, progress) {
    const tally = createTally();
    const times: number[] = [];
    const mailServer = await startMailServer();
    try {
      for (const fault of faults) {
        await bringAbout(fault, Math.ceil(count / faults.length), mailServer, times, tally.count);
        progress(tally.outcome().tried);
      }
    } finally {
      await mailServer.close();
    }
    const p99 = percentile(times, 0.99);
    if (p99 > timeLimit(patienceMilliseconds)) tally.count(`approving took ${Math.round(p99)} ms (p99)`);
    return tally.outcome(`${faults.length} faults, approving p99 ${Math.round(p99)} ms`);
  },
};

async function bringAbout(
  fault: Fault,
  count: number,
  mailServer: MailServer,
  times: number[],
  report: (loss: string | null) => void,
) {
  const app = createTestApp({ env: { APPROVAL_UNDO_SECONDS: '0' } });
  app.context.mailer = createSmtpMailer({
    url: mailServer.url,
    from: 'Career Tarot <hello@career-tarot.example>',
    replyTo: () => 'hello@career-tarot.example',
    maxConnections: 4,
    // smtp-server itself lets 100 ms pass before it greets.
    timeouts: { connection: 1_000, greeting: 250, socket: 1_000, delivery: 10_000 },
  });
  const { log } = app.context;
  const outbox = { name: 'outbox', every: 20, run: () => app.sendMail() };
  const worker = startWorker([outbox], log);
  app.context.mailIsWaiting = () => worker.poke('outbox');
  const http = await serveApp(app);
  mailServer.accepted.length = 0;
  await mailServer.behave(fault.network, fault.refusal ?? null);
  if (fault.mayRepeat) mailServer.onAccept(() => mailServer.front.cut());
  try {
    const admin = await addSignedIn(app, 'admin', 'admin');
    const orders: Approved[] = [];
    while (orders.length < count) {
      orders.push({ ...(await orderIn(app, 'reading_uploaded', admin.person)), status: 0 });
    }
    await eachAtOnce(orders, 4, async (order) => {
      const answer = await http.call(admin, 'PUT', `/api/readings/${order.readingId}/approve`);
      order.status = answer.status;
      times.push(answer.milliseconds);
    });
    // Hours must not pass while a mail is on its way: its lease would end.
    await worker.stop();
    let isOver = false;
    const passing = letHoursPass(app, fault.hours).then(() => {
      isOver = true;
    });
    await Promise.race([
      passing,
      until('the worker has let go of the failing server', () => isOver, hangPatience),
    ]);
    const early = orders.map(({ orderId }) => lossMeanwhile(app, orderId, fault));

    const hidden = fault.isPermanent ? await resendAll(admin, orders) : null;
    mailServer.onAccept(null);
    await mailServer.behave('forward');
    await letHoursPass(app, 2);
    await until('nothing is on its way any more', async () => {
      await letHoursPass(app, 1);
      return orders.every(({ orderId }) => storedMail(app, orderId).every(({ state }) => state !== 'queued'));
    });
    for (const [index, order] of orders.entries()) {
      const loss = order.status === 200 ? (hidden ?? early[index]) : `approving was answered ${order.status}`;
      const lost = loss ?? lossAfterwards(app, order.orderId, fault, mailServer);
      report(lost && `${fault.name}: ${lost}`);
    }
  } finally {
    mailServer.onAccept(null);
    await worker.stop();
    app.context.mailer.close();
    await http.close();
    app.db.$client.close();
  }
}

interface Approved {
  orderId: string;
  readingId: string;
  status: number;
}

async function letHoursPass(app: TestApp, hours: number) {
  for (let passed = 0; passed <= hours; passed++) {
    if (passed > 0) app.clock.advance(hour);
    // Two workers at once, as when an old process has not quite ended.
    await Promise.all([app.sendMail(), app.sendMail()]);
  }
}

/** While the fault lasts nothing counts as sent, and what is refused for good says so. */
function lossMeanwhile(app: TestApp, orderId: string, fault: Fault): string | null {
  const mails = storedMail(app, orderId);
  if (mails.length !== 2) return `${mails.length} mails in the outbox`;
  const expected = fault.isPermanent ? 'failed' : 'queued';
  const odd = mails.find(({ state }) => state !== expected);
  if (odd) return `a mail is ${odd.state} meanwhile`;
  const words = fault.refusal?.words ?? '';
  return mails.every(({ lastError }) => lastError?.includes(words))
    ? null
    : "the server's words are not kept";
}

/** The admin sees why, and presses Resend. @returns what did not work, or null */
async function resendAll(
  admin: Awaited<ReturnType<typeof addSignedIn>>,
  orders: Approved[],
): Promise<string | null> {
  for (const { orderId } of orders) {
    const { body } = await admin.get<OrderMail[]>(`/api/orders/${orderId}/mails`);
    for (const mail of body) {
      if (mail.state !== 'failed') return `the desk shows a refused mail as ${mail.state}`;
      if (!mail.lastError?.includes('5.1.1 No such mailbox here')) return 'the desk hides the reason';
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
