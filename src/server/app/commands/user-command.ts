import { existsSync } from 'node:fs';
import { text as readAll } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { type Database, openDatabase } from '../../../../db/client.ts';
import { limits } from '../../../shared/limits.ts';
import { roles } from '../../../shared/people/staff.ts';
import { cleanLine } from '../../../shared/text.ts';
import { readDatabasePath } from '../../base/config/config.ts';
import { systemRandom } from '../../base/random.ts';
import { commandLineActor } from '../../base/record-audit.ts';
import { createUser } from '../../people/create-user.ts';
import { setPassword as storePassword } from '../../people/passwords.ts';
import { disableTwoFactor } from '../../people/two-factor.ts';
import { findUserByName, listPeople, type UserRow } from '../../shop/people-repository.ts';
import { closeSetUp } from '../set-up/set-up.ts';
import { type Call, createCommand, UsageError } from './command.ts';
import { askHidden } from './terminal.ts';

const usage = `Usage: npm run user -- create ${roles.join('|')} NAME
       npm run user -- password NAME
       npm run user -- two-factor-off NAME
       npm run user -- list
A password is asked for, or read from standard input.`;

const clock = { now: () => Date.now() };

const commands: Record<string, { words: number; work: (call: Call, words: string[]) => Promise<void> }> = {
  create: { words: 2, work: create },
  password: { words: 1, work: setPassword },
  'two-factor-off': { words: 1, work: switchOff },
  list: { words: 0, work: list },
};

export const run = createCommand(usage, async (call) => {
  const { positionals } = parseArgs({ args: call.words, allowPositionals: true });
  const [name = '', ...words] = positionals;
  const command = commands[name];
  if (!command || words.length !== command.words) throw new UsageError();
  await command.work(call, words);
});

async function create(call: Call, [given, name = '']: string[]): Promise<void> {
  const username = cleanLine(name);
  const role = roles.find((known) => known === given);
  if (!role || !username) throw new UsageError();
  if (username.length > limits.usernameCharacters) {
    throw new Error(`The name may be at most ${limits.usernameCharacters} characters long.`);
  }
  await withDatabase(call, async (db) => {
    const password = await askPassword(call, username);
    await createUser({ db, clock, random: systemRandom }, { username, password, role });
    await closeSetUp({ db, clock });
    await db.commits.written();
    call.say(`${username} can sign in now (${role}).`);
  });
}

async function setPassword(call: Call, [name = '']: string[]): Promise<void> {
  await withDatabase(call, async (db) => {
    const person = requireUser(db, name);
    const { username } = person;
    const password = await askPassword(call, username);
    await storePassword({ db, clock }, { actor: commandLineActor, person }, password);
    await db.commits.written();
    call.say(`${username} has a new password and is signed out everywhere.`);
  });
}

async function switchOff(call: Call, [name = '']: string[]): Promise<void> {
  await withDatabase(call, async (db) => {
    const person = requireUser(db, name);
    await disableTwoFactor({ db, clock }, commandLineActor, person);
    await db.commits.written();
    call.say(`${person.username} now signs in with just the password.`);
  });
}

async function list(call: Call): Promise<void> {
  await withDatabase(call, async (db) => {
    const people = listPeople(db);
    if (people.length === 0) {
      call.say('There are no accounts yet. Create the first: npm run user -- create admin NAME');
    }
    for (const { username, role, isActive, email, totpEnabledAt } of people) {
      const facts = [username, role, email ?? 'no address'];
      if (totpEnabledAt !== null) facts.push('two-factor sign-in');
      if (!isActive) facts.push('closed');
      call.say(facts.join(', '));
    }
  });
}

async function withDatabase({ env, say }: Call, work: (db: Database) => Promise<void>): Promise<void> {
  const path = readDatabasePath(env);
  if (!existsSync(path)) {
    throw new Error(
      `There is no database ${path}. Check DATABASE_PATH; the first start of the service creates it, or npm run migrate.`,
    );
  }
  const db = openDatabase(path);
  say(`Database: ${path}`);
  try {
    await work(db);
  } finally {
    db.$client.close();
  }
}

function requireUser(db: Database, name: string): UserRow {
  const user = findUserByName(db, cleanLine(name));
  if (!user) throw new Error(`There is no account called ${name}. npm run user -- list shows all accounts.`);
  return user;
}

async function askPassword(call: Call, username: string): Promise<string> {
  const password = await readPassword(call, username);
  const { passwordMinimumCharacters: minimum, passwordCharacters: maximum } = limits;
  if (password.length < minimum || password.length > maximum) {
    throw new Error(`The password must have ${minimum} to ${maximum} characters.`);
  }
  return password;
}

async function readPassword(call: Call, username: string): Promise<string> {
  if (!call.input.isTTY) return (await readAll(call.input)).replace(/\r?\n$/, '');
  return askHidden(call, `Password for ${username}: `);
}
