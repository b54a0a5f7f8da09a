import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { openDatabase, writeNow } from '../../../db/client.ts';
import { hashPassword } from '../../../src/server/people/credentials/passwords.ts';
import { insertUser } from '../../../src/server/people/directory/people-repository.ts';
import { atMost, type Finding, type Workplace } from '../harness/benchmark.ts';
import { type Connection, openConnection, requestBytes } from '../harness/connection.ts';
import * as format from '../harness/format.ts';
import { startProduct } from '../harness/servers.ts';
import { median, quantile } from '../harness/statistics.ts';

const password = 'the wheel turns slowly';
const peopleAtOnce = 4;
const signInsAlone = 60;
/** Milliseconds of each turn in which others ask, with and without people who sign in. */
const turn = 1_000;

/** Signing in: how long it takes alone, and what others notice while four people do it at once. */
export async function measureSignIn({ folder, extent, progress }: Workplace): Promise<Finding[]> {
  const path = join(folder, 'sign-in.db');
  const db = openDatabase(path);
  const passwordHash = await hashPassword(password);
  for (let person = 0; person < peopleAtOnce; person++) {
    const username = `person${person}`;
    writeNow(db, (tx) =>
      insertUser(tx, { id: username, username, passwordHash, role: 'admin', createdAt: Date.now() }),
    );
  }
  db.$client.close();
  const product = await startProduct(path);
  const connections = await Promise.all(
    Array.from({ length: peopleAtOnce + 1 }, () => openConnection(product.port)),
  );
  try {
    const [visitor, ...people] = connections;
    if (!visitor || !people[0]) throw new Error('Nobody is there.');
    const origin = `http://127.0.0.1:${product.port}`;
    for (let warmUp = 0; warmUp < 10; warmUp++) await signIn(people[0], origin, 0);
    const alone: number[] = [];
    for (let call = 0; call < signInsAlone; call++) alone.push(await signIn(people[0], origin, 0));
    await askFor(visitor, turn);

    const quiet: number[] = [];
    const busy: number[] = [];
    for (let round = 0; round < extent.rounds; round++) {
      quiet.push(quantile(await askFor(visitor, turn), 0.99));
      let isOver = false;
      const signingIn = people.map(async (person, index) => {
        while (!isOver) await signIn(person, origin, index);
      });
      busy.push(quantile(await askFor(visitor, turn), 0.99));
      isOver = true;
      await Promise.all(signingIn);
      progress(
        `${round + 1}/${extent.rounds} p99 of others ${ms(quiet.at(-1))}, meanwhile ${ms(busy.at(-1))}`,
      );
    }
    const ratio = median(busy) / median(quiet);
    const others = `p99 of others while ${peopleAtOnce} sign in, by without`;
    return [
      {
        ...atMost('sign-in alone, p50', median(alone), 50, format.milliseconds),
        reference: `p99 ${ms(quantile(alone, 0.99))}`,
      },
      {
        ...atMost(others, ratio, 2, format.ratio),
        reference: `${ms(median(busy))}, without ${ms(median(quiet))}`,
      },
    ];
  } finally {
    for (const connection of connections) connection.close();
    await product.stop();
  }
}

/** @returns how long it took, in milliseconds */
async function signIn(connection: Connection, origin: string, person: number): Promise<number> {
  const headers = { Origin: origin, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ username: `person${person}`, password });
  const sentAt = performance.now();
  const { status } = await connection.send(requestBytes('POST', '/api/login', headers, body));
  if (status !== 200) throw new Error(`The sign-in answers ${status}.`);
  return performance.now() - sentAt;
}

/** Asks for the settings again and again. @returns how long the answers took, in milliseconds */
async function askFor(connection: Connection, duration: number): Promise<number[]> {
  const request = requestBytes('GET', '/api/settings');
  const times: number[] = [];
  const endsAt = performance.now() + duration;
  for (let sentAt = performance.now(); sentAt < endsAt; sentAt = performance.now()) {
    const { status } = await connection.send(request);
    if (status !== 200) throw new Error(`The settings answer ${status}.`);
    times.push(performance.now() - sentAt);
  }
  return times;
}

function ms(value: number | undefined): string {
  return value === undefined ? '-' : format.milliseconds(value);
}
