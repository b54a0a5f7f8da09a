import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addSignedIn } from '../testing/builders.ts';
import { callCommand, runCommand } from '../testing/commands.ts';
import { folderOfTest } from '../testing/temporary-folder.ts';
import { createTestApp } from '../testing/test-app.ts';
import { run } from './logs-command.ts';

/** Calls `npm run logs -- …` with a log on standard input. */
const logs = (words: string[], log = '') => callCommand(run, words, { input: log });

/** What a service logs while two orders are bought, and one is given to a reader in a request that logs more. */
async function logTwoOrders() {
  let log = '> career-tarot@0.1.0 start\n';
  const app = createTestApp({ env: { LOG_LEVEL: 'info' }, logTo: { write: (line) => (log += line) } });
  const admin = await addSignedIn(app, 'boss', 'admin');
  const [first, second] = [await app.buy(), await app.buy()];
  const rita = await addSignedIn(app, 'rita', 'reader');
  await admin.put('/api/assignments', {
    orderIds: [first.orderId, second.orderId],
    readerId: rita.person.id,
  });
  await app.sendMail();
  return { log, first, second };
}

test('an order is followed by its number, also from small letters, in lines that people read', async () => {
  const { log, first, second } = await logTwoOrders();
  const { code, out, err } = await runCommand(['logs', first.orderNumber.toLowerCase()], { input: log });
  expect([code, err]).toEqual([0, '']);
  for (const event of ['order_placed', 'payment_succeeded', 'assigned', 'mail_sent']) {
    expect(out).toMatch(
      new RegExp(
        `^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d  info  .*an order moved on  .*event=${event}`,
        'm',
      ),
    );
  }
  expect(out).not.toContain(second.orderNumber);
  expect(out).not.toContain(second.orderId);
});

test('what else a request logged that did something to the order is shown, from files as well', async () => {
  const folder = folderOfTest();
  const { log, first } = await logTwoOrders();
  const request = log
    .split('\n')
    .filter((line) => line.includes('"assigned"') && line.includes(first.orderNumber))
    .map((line) => JSON.parse(line).request as string)[0];
  const files = ['new.log', 'old.log'].map((name) => join(folder, name));
  const trouble = { time: '2000-01-01T00:00:00.000Z', level: 40, request, msg: 'it took long' };
  const foreign = { ...trouble, request: 'another', msg: 'nothing of ours' };
  writeFileSync(files[0] ?? '', log);
  writeFileSync(files[1] ?? '', `${JSON.stringify(trouble)}\n${JSON.stringify(foreign)}\n`);
  const { out } = await logs([first.orderNumber, ...files]);
  expect(out.split('\n')[0]).toMatch(/^2000-01-01 00:00:00 {2}warn .*it took long {2}request=/);
  expect(out).not.toContain('nothing of ours');
});

test('an order of which nothing is said is told, and so is what is none', async () => {
  const { log } = await logTwoOrders();
  const unknown = await logs(['CT-000000'], log);
  expect([unknown.code, unknown.out]).toEqual([1, '']);
  expect(unknown.err).toMatch(/^Nothing is said of CT-000000 in \d+ lines\. .*LOG_LEVEL/);
  const wrong = await logs(['CT-1'], log);
  expect([wrong.code, wrong.err]).toMatchObject([2, expect.stringMatching(/^Usage: npm run logs/)]);
  const nowhere = await logs(['CT-000000', '/nowhere/at/all.log']);
  expect([nowhere.code, nowhere.err]).toMatchObject([1, expect.stringMatching(/ENOENT.*nowhere/)]);
});
