import { hours, minutes, seconds } from '../../shared/durations.ts';
import { isToBeWritten } from '../../shared/orders/order-status.ts';
import type { ReaderOrder } from '../../shared/orders/orders.ts';
import type { SavedDraft } from '../../shared/readings/drafts.ts';
import type { Chance } from '../world/chance.ts';
import { type Browser, newBrowser } from '../world/shop.ts';
import { ifUnanswered, type Worker, type World } from '../world/world.ts';
import { isWorkday, timeOfDay } from './hours.ts';
import { writeText } from './words.ts';

/** A reader's life: comes in on workdays, writes what is due first, goes home. */
export async function liveAsReader(world: World, reader: Worker): Promise<void> {
  const { agenda, ledger } = world;
  const chance = world.chance.of(reader.username);
  for (;;) {
    await agenda.sleep(timeOfDay(agenda.now(), 1, 8.5 + chance.fraction() * 2) - agenda.now());
    if (!isWorkday(agenda.now())) continue;
    if (chance.happens(0.01)) {
      await agenda.sleep(hours(24 * chance.whole(3, 12)));
      ledger.count('days away');
      continue;
    }
    const end = timeOfDay(agenda.now(), 0, 17.5);
    const browser = newBrowser();
    if (!(await comeIn(world, browser, reader))) continue;
    while (agenda.now() < end) {
      for (const order of await findWork(world, browser, reader)) {
        if (agenda.now() >= end) break;
        await writeFor(world, chance, { browser, reader, order });
        await agenda.sleep(minutes(1) + chance.wait(minutes(2)));
      }
      // A laptop that sleeps over lunch, a telephone.
      await agenda.sleep(hours(1) + chance.wait(minutes(40)));
    }
  }
}

/** @returns whether they are in: after three tries they come back tomorrow */
export async function comeIn({ agenda, shop }: World, browser: Browser, { id }: Worker): Promise<boolean> {
  for (let tries = 0; tries < 3; tries++) {
    if (shop.isUp()) {
      await shop.signIn(browser, id);
      return true;
    }
    await agenda.sleep(minutes(20));
  }
  return false;
}

/** @returns what is to be written, what is due first in front */
async function findWork(world: World, browser: Browser, reader: Worker): Promise<ReaderOrder[]> {
  const { ledger, shop } = world;
  const answer = await world.insist<ReaderOrder[]>(browser, 'GET', '/api/reader/orders');
  if (answer?.status === 401) await comeIn(world, browser, reader);
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

interface Work {
  browser: Browser;
  reader: Worker;
  order: ReaderOrder;
}

async function writeFor(world: World, chance: Chance, work: Work): Promise<void> {
  const { agenda, ledger } = world;
  const { browser, reader, order } = work;
  const path = `/api/orders/${order.id}`;
  const marker = order.readingAddresseeName;
  const writing = ledger.writingOf(order.id);
  const draft = await world.insist<SavedDraft | null>(browser, 'GET', `${path}/draft`);
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
    const answer = await world.call(browser, 'POST', `${path}/questions`, asked).catch(ifUnanswered);
    if (answer?.status === 200) return;
  }
  const text = writeText(chance, marker);
  let version = draft.body?.version ?? 0;
  for (let part = 1; part <= 2; part++) {
    await agenda.sleep(minutes(3) + chance.wait(minutes(8)));
    const content = text.slice(0, Math.floor((text.length * part) / 2));
    const sent = { content, internalNotes: '', version };
    const tabs = [world.call<SavedDraft>(browser, 'PUT', `${path}/draft`, sent).catch(ifUnanswered)];
    // The same order in another window.
    if (chance.happens(0.02)) {
      const other = { ...sent, content: `${content} And more.` };
      tabs.push(world.call<SavedDraft>(browser, 'PUT', `${path}/draft`, other).catch(ifUnanswered));
    }
    const [answer, other] = await Promise.all(tabs);
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
      // Nobody knows what is stored: begin again another time, with what is there.
      if (!answer) writing.drafts.delete(reader.id);
      return;
    } else if (answer.status >= 400) return;
    if (chance.happens(0.04)) return;
  }
  await agenda.sleep(minutes(1) + chance.wait(minutes(6)));
  await handIn(world, chance, work, text);
}

async function handIn(
  world: World,
  chance: Chance,
  { browser, reader, order }: Work,
  text: string,
): Promise<void> {
  const { agenda, ledger } = world;
  const writing = ledger.writingOf(order.id);
  const body = { orderId: order.id, content: text, internalNotes: null };
  for (let tries = 0; tries < 4; tries++) {
    const presses = [world.call(browser, 'POST', '/api/readings', body).catch(ifUnanswered)];
    if (chance.happens(0.03))
      presses.push(world.call(browser, 'POST', '/api/readings', body).catch(ifUnanswered));
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
