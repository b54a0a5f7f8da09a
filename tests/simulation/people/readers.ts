import type { Chance } from '../../../src/sample-shop/chance.ts';
import { drawLetter } from '../../../src/sample-shop/letters/drawn-letter.ts';
import { formatIsoDay, localDay } from '../../../src/server/time/local-days.ts';
import { hours, minutes, seconds } from '../../../src/shared/durations.ts';
import { isToBeWritten } from '../../../src/shared/orders/order-status.ts';
import type { ReaderOrder } from '../../../src/shared/orders/orders.ts';
import type { SavedDraft } from '../../../src/shared/readings/drafts.ts';
import { accountForm } from '../../../src/testing/account-form.ts';
import { type Browser, newBrowser, staffPassword } from '../world/shop.ts';
import { ifUnanswered, type Worker, type World } from '../world/world.ts';
import { isWorkday, patienceIn, timeOfDay, timeZone } from './hours.ts';
import { askAboutSignIn, askAboutWork, isOpenAccount, type Task, workOn } from './refusals.ts';

/** A reader's life: comes in on workdays, writes what is due first, goes home. */
export async function liveAsReader(world: World, reader: Worker): Promise<void> {
  const { agenda, ledger } = world;
  const chance = world.chance.of(reader.username);
  let awayUntil = 0;
  for (;;) {
    await agenda.sleep(timeOfDay(agenda.now(), 1, 8.5 + chance.fraction() * 2) - agenda.now());
    if (!isWorkday(agenda.now())) continue;
    if (agenda.now() < awayUntil) continue;
    if (chance.happens(0.01)) {
      await agenda.sleep(hours(24 * chance.whole(3, 12)));
      ledger.count('days away');
      continue;
    }
    const end = timeOfDay(agenda.now(), 0, 17.5);
    // Their own, which they signed in with before, or one that was free.
    const browser = chance.happens(0.1) ? newBrowser() : reader.browser;
    if (!(await comeIn(world, chance, browser, reader))) continue;
    if (chance.happens(0.015)) awayUntil = await takeLeave(world, chance, browser);
    while (agenda.now() < end) {
      for (const order of await findWork(world, chance, browser, reader)) {
        if (agenda.now() >= end) break;
        await writeFor(world, chance, { browser, reader, order });
        await agenda.sleep(minutes(1) + chance.wait(minutes(2)));
      }
      // A laptop that sleeps over lunch, a telephone.
      await agenda.sleep((hours(1) + chance.wait(minutes(40))) * patienceIn(world));
    }
  }
}

/** Says that they are away from tomorrow on. @returns until when, in milliseconds since 1970; 0 when it was not heard */
async function takeLeave(world: World, chance: Chance, browser: Browser): Promise<number> {
  const now = world.agenda.now();
  const length = chance.whole(1, 9);
  const dayAhead = (many: number) => formatIsoDay(localDay(timeOfDay(now, many, 12), timeZone));
  const daysAway = [{ from: dayAhead(1), to: dayAhead(length) }];
  const answer = await world
    .call(browser, 'PUT', '/api/account', accountForm({ daysAway }))
    .catch(ifUnanswered);
  if (answer?.status !== 200) return 0;
  world.ledger.count('leaves');
  return timeOfDay(now, length + 1, 0);
}

/** Types name and password, sometimes a wrong one. @returns whether they are in: after four tries they come back tomorrow */
export async function comeIn(
  world: World,
  chance: Chance,
  browser: Browser,
  { username }: Pick<Worker, 'username'>,
): Promise<boolean> {
  const { agenda, ledger } = world;
  for (let tries = 0; tries < 4; tries++) {
    const password = chance.happens(0.04) ? staffPassword.toUpperCase() : staffPassword;
    const wasOpen = isOpenAccount(world, username);
    const answer = await agenda
      .hold(() => world.call(browser, 'POST', '/api/login', { username, password }))
      .catch(ifUnanswered);
    if (password === staffPassword) askAboutSignIn(world, browser, { username, wasOpen, answer });
    if (answer?.status === 200) {
      ledger.count('sign-ins');
      return true;
    }
    await agenda.sleep(answer?.status === 401 ? seconds(20) : minutes(20));
  }
  return false;
}

/** @returns what is to be written, what is due first in front */
async function findWork(
  world: World,
  chance: Chance,
  browser: Browser,
  reader: Worker,
): Promise<ReaderOrder[]> {
  const { ledger, shop } = world;
  const answer = await world.insist<ReaderOrder[]>(browser, 'GET', '/api/reader/orders');
  if (answer?.status === 401) await comeIn(world, chance, browser, reader);
  if (answer?.status !== 200 || !shop.isUp()) return [];
  const whose = ledger.assignees(shop.app().db);
  for (const { id, orderNumber } of answer.body) {
    ledger.ask(
      'nobody sees an order that is not theirs',
      whose(id) === reader.id,
      () => `${reader.username} was shown ${orderNumber}`,
    );
  }
  const toWrite = answer.body.filter(
    ({ status, waitsSince }) => isToBeWritten(status) && waitsSince === null,
  );
  return toWrite.sort((a, b) => ((a.dueAt ?? '') < (b.dueAt ?? '') ? -1 : 1));
}

interface Work extends Task {
  order: ReaderOrder;
}

async function writeFor(world: World, chance: Chance, work: Work): Promise<void> {
  const { agenda, ledger } = world;
  const { browser, reader, order } = work;
  const path = `/api/orders/${order.id}`;
  const marker = order.readingAddresseeName;
  const writing = ledger.writingOf(order.id);
  const draft = await world.insist<SavedDraft | null>(browser, 'GET', `${path}/draft`);
  askAboutWork(world, work, draft);
  if (draft?.status !== 200) return;
  const kept = writing.drafts.get(reader.id);
  if (kept !== undefined) {
    ledger.ask(
      'no text that was answered as saved is gone',
      draft.body?.content === kept,
      () => `the draft of ${order.orderNumber} is ${draft.body ? 'another' : 'gone'}`,
    );
  }
  if (chance.happens(0.02) && order.status === 'pending') {
    const asked = { question: `${marker}, which of the two offers do you mean?` };
    const answer = await workOn(world, work, ['POST', `${path}/questions`, asked]);
    if (answer?.status === 200) return;
  }
  const text = drawLetter(chance, marker);
  let version = draft.body?.version ?? 0;
  for (let part = 1; part <= 2; part++) {
    await agenda.sleep(minutes(3) + chance.wait(minutes(8)));
    const content = text.slice(0, Math.floor((text.length * part) / 2));
    if (chance.happens(0.01)) {
      // The lid is shut with the text in it; when it opens, the session is over.
      ledger.count('laptops that slept');
      await agenda.sleep(hours(10) + chance.wait(hours(12)));
    }
    const sent = { content, version };
    const save = (draft = sent) =>
      workOn<SavedDraft>(world, work, ['PUT', `${path}/draft`, draft], draft.version);
    const tabs = [save()];
    // The same order in another window.
    if (chance.happens(0.02)) tabs.push(save({ ...sent, content: `${content} And more.` }));
    let [answer, other] = await Promise.all(tabs);
    if (answer?.status === 401 && (await comeIn(world, chance, browser, reader))) answer = await save();
    const saved = [answer, other].filter((one) => one?.status === 200);
    ledger.ask(
      'no text that was answered as saved is gone',
      saved.length < 2 || saved[0]?.body.content === saved[1]?.body.content,
      () => `two windows wrote over each other in ${order.orderNumber}`,
    );
    const last = saved.at(-1);
    if (last?.body) {
      version = last.body.version;
      writing.drafts.set(reader.id, last.body.content);
    } else if (!answer || answer.status === 409 || answer.status === 401) {
      // It is unknown what is stored: begin again another time, with what is there.
      if (!answer) writing.drafts.delete(reader.id);
      return;
    } else if (answer.status >= 400) return;
    if (chance.happens(0.04)) return;
  }
  await agenda.sleep(minutes(1) + chance.wait(minutes(6)));
  await handIn(world, chance, work, text);
}

async function handIn(world: World, chance: Chance, work: Work, text: string): Promise<void> {
  const { agenda, ledger } = world;
  const { reader, order } = work;
  const writing = ledger.writingOf(order.id);
  const body = { orderId: order.id, content: text, internalNotes: null };
  for (let tries = 0; tries < 4; tries++) {
    const press = () => workOn(world, work, ['POST', '/api/readings', body]);
    const presses = [press()];
    if (chance.happens(0.03)) presses.push(press());
    const answers = await Promise.all(presses);
    // What was not answered may have been taken, and the draft with it.
    if (answers.some((answer) => answer === null)) writing.drafts.delete(reader.id);
    if (answers.some((answer) => answer?.status === 200)) {
      writing.handedIn.push(text);
      writing.drafts.delete(reader.id);
      ledger.count('readings handed in');
      return;
    }
    if (answers.some((answer) => answer && answer.status < 500)) return;
    await agenda.sleep(seconds(30) + chance.wait(minutes(10)));
  }
}
