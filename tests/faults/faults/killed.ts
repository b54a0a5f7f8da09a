import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { sandboxKeys } from '../../../src/sandbox/keys.ts';
import { createSmtpMailer } from '../../../src/server/delivery/smtp-mailer.ts';
import { reconcilePayments } from '../../../src/server/payments/reconcile-payments.ts';
import { createTestGateway } from '../../../src/testing/stripe-gateways.ts';
import { createTestApp } from '../../../src/testing/test-app.ts';
import { type Chance, createChance } from '../chance.ts';
import { openShop, type Shop } from '../processes.ts';
import type { AcceptedMail } from '../servers/mail-server.ts';
import { findLoss, lookAtCopy, unsentMails } from '../stored-facts.ts';
import { createTraffic, type Facts } from '../traffic.ts';
import { createTally, type Trial, timeLimit } from '../trial.ts';

const hour = 3_600_000;

/** When a service was killed, and which mails were not noted as sent in what it left. */
interface Death {
  at: number;
  unsent: Set<string>;
}

/** The process dies in the middle of orders, webhooks and approvals, at moments chosen to hurt. */
const killed: Trial = {
  table: 'fault',
  name: 'killed-with-kill-9',
  promise:
    'after every kill -9 all that was answered 2xx is there, the file is whole, no mail is lost, and only mail whose sending could not be noted is repeated, under the same Message-ID',
  counts: { quick: 2, full: 200 },
  async run(count, progress) {
    const tally = createTally();
    const shop = await openShop();
    const chance = createChance(9);
    const deaths: Death[] = [];
    let onAcknowledged: (() => void) | null = null;
    let acknowledgements = 0;
    const traffic = createTraffic(shop, chance, () => {
      acknowledgements += 1;
      onAcknowledged?.();
    });
    const { facts } = traffic;
    try {
      for (let index = 0; index < count; index++) {
        const child = await shop.start();
        const exit = once(child, 'exit');
        const killAfter = planDeath(chance, shop, child, index === 0, (listener) => {
          onAcknowledged = listener;
        });
        const working = traffic.run(6);
        await Promise.race([exit, working]);
        traffic.stop();
        clearTimeout(killAfter);
        onAcknowledged = null;
        shop.mailServer.onAccept(null);
        await Promise.all([exit, working]);
        const at = Date.now();
        const { loss, unsent } = lookAtCopy(shop.databasePath, (file) => ({
          loss: findLoss(file, facts),
          unsent: unsentMails(file),
        }));
        deaths.push({ at, unsent });
        tally.count(loss && `after kill ${index + 1}: ${loss}`);
        progress(index + 1);
      }
      const { losses, repeats } = await checkAfterwards(shop, facts, deaths);
      for (const loss of [...losses, ...facts.oddities]) tally.count(loss);
      if (acknowledgements === 0) throw new Error('Nothing was answered before the kills.');
      const { length } = shop.mailServer.accepted;
      return tally.outcome(
        `${acknowledgements} answers, ${facts.charged.size} charged, ${length} mails, ${repeats} repeated`,
      );
    } finally {
      traffic.stop();
      await shop.close();
    }
  },
};

/**
 * Decides on what the process dies of: time, an answer it has just given, or a mail that the mail server has
 * just taken and not yet said so.
 *
 * @param isFirst the first one dies of an answer, so that something was answered on a slow machine, too
 *
 * @returns the timer that kills when nothing else does
 */
function planDeath(
  chance: Chance,
  shop: Shop,
  child: ChildProcess,
  isFirst: boolean,
  onAcknowledged: (listener: () => void) => void,
): NodeJS.Timeout {
  const kill = () => child.kill('SIGKILL');
  const way = isFirst ? 1 : chance.below(3);
  if (way === 0) return setTimeout(kill, 20 + chance.below(250));
  let left = 1 + chance.below(way === 1 ? 60 : 12);
  const countDown = () => {
    left -= 1;
    if (left === 0) kill();
  };
  if (way === 1) onAcknowledged(countDown);
  else shop.mailServer.onAccept(countDown);
  return setTimeout(kill, timeLimit(1_500));
}

/** The service is back for good: what it does on its own is done by its own code, three hours later. */
async function checkAfterwards(shop: Shop, facts: Facts, deaths: Death[]) {
  const losses: string[] = [];
  const { accepted } = shop.mailServer;
  const app = createTestApp({ databasePath: shop.databasePath });
  app.clock.advance(hour);
  app.context.payments = createTestGateway({
    ...sandboxKeys,
    apiBase: shop.stripeApi,
    serviceId: app.context.serviceId,
  });
  app.context.mailer = createSmtpMailer({
    url: shop.mailServer.url,
    from: 'Career Tarot <hello@career-tarot.example>',
    replyTo: () => 'hello@career-tarot.example',
  });
  try {
    losses.push(...(await findForgottenWebhooks(shop, app.db.$client)));
    await reconcilePayments(app.context);
    for (let hours = 0; hours < 3; hours++) {
      await app.sendMail();
      app.clock.advance(hour);
    }
    const file = app.db.$client;
    const loss = findLoss(file, { ...facts, paid: new Set([...facts.paid, ...facts.charged]) });
    if (loss) losses.push(`in the end: ${loss}`);

    const byEmail = 'SELECT customer_email FROM orders GROUP BY 1 HAVING count(*) > 1';
    const doubled = file.prepare(byEmail).all().length;
    if (doubled > 0) losses.push(`${doubled} customers have more than one order`);
    const rows = file
      .prepare<[], { id: string; state: string; kind: string; address: string }>(
        'SELECT message_id AS id, state, kind, to_address AS address FROM outbox',
      )
      .all();
    const known = new Map(rows.map((row) => [row.id, row]));
    for (const { id, state, kind, address } of rows) {
      const copies = accepted.filter(({ messageId }) => messageId === id);
      if (state !== 'sent' || copies.length === 0) losses.push(`a ${kind} is ${state} and never arrived`);
      if (copies.some(({ to }) => to.join() !== address)) losses.push(`a ${kind} went elsewhere`);
      losses.push(...copies.slice(1).flatMap((copy, index) => judgeRepeat(copy, copies[index], deaths)));
    }
    const strange = accepted.filter(({ messageId }) => !known.has(messageId)).length;
    if (strange > 0) losses.push(`${strange} mails arrived that nobody ordered`);
    return { losses, repeats: accepted.length - new Set(accepted.map(({ messageId }) => messageId)).size };
  } finally {
    app.context.mailer.close();
    app.db.$client.close();
  }
}

/** A repeat is right only after a death that fell between the server's yes and the note of it. */
function judgeRepeat(copy: AcceptedMail, previous: AcceptedMail | undefined, deaths: Death[]): string[] {
  if (!previous) return [];
  const isExcused = deaths.some(
    ({ at, unsent }) => at >= previous.at && at <= copy.at && unsent.has(copy.messageId),
  );
  return isExcused ? [] : ['a mail was repeated although no kill fell between its acceptance and the note'];
}

/** Webhooks that Stripe regards as delivered are kept. */
async function findForgottenWebhooks(shop: Shop, file: ReturnType<typeof createTestApp>['db']['$client']) {
  const isKept = file.prepare<[string], number>('SELECT 1 FROM stripe_events WHERE id = ?').pluck();
  const losses: string[] = [];
  let after = '';
  for (;;) {
    const response = await fetch(`${shop.stripeApi}/v1/events?limit=100${after}`, {
      headers: { authorization: `Bearer ${sandboxKeys.secretKey}` },
    });
    const page: { data: { id: string; type: string; pending_webhooks: number }[]; has_more: boolean } =
      await response.json();
    for (const { id, type, pending_webhooks } of page.data) {
      if (pending_webhooks === 0 && !isKept.get(id))
        losses.push(`a ${type} was answered 200 and is forgotten`);
    }
    const last = page.data.at(-1);
    if (!page.has_more || !last) return losses;
    after = `&starting_after=${last.id}`;
  }
}

export const trials: Trial[] = [killed];
