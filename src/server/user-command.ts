import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { type Database, openDatabase, writeTransaction } from '../../db/client.ts';
import { limits } from '../shared/limits.ts';
import { roles } from '../shared/people/roles.ts';
import type { Role } from '../shared/people/staff.ts';
import { cleanLine } from '../shared/text.ts';
import { aboutPerson, commandLine, recordAudit } from './audit/record-audit.ts';
import { answerHelp, statusOf } from './basics/answer-help.ts';
import { systemRandom } from './basics/random.ts';
import { asRunHere } from './config/command-way.ts';
import { readCommandWay, readDatabasePath } from './config/config.ts';
import { setPassword as storePassword } from './people/credentials/change-password.ts';
import { switchTwoFactorOff } from './people/credentials/credentials-repository.ts';
import { createSessions } from './people/credentials/sessions.ts';
import { findUserByName, listPeople, type UserRow } from './people/directory/people-repository.ts';
import { createUser } from './people/staff/create-user.ts';
import { closeSetUp } from './set-up/open-set-up.ts';

const way = readCommandWay();

const usage = asRunHere(
  `Usage: npm run user -- create ${roles.join('|')} NAME
       npm run user -- password NAME
       npm run user -- two-factor-off NAME
       npm run user -- list
A password is asked for, or read from standard input.`,
  way,
);
answerHelp(usage);

const clock = { now: () => Date.now() };

const commands: Record<string, { words: number; run: (words: string[]) => Promise<void> }> = {
  create: { words: 2, run: create },
  password: { words: 1, run: setPassword },
  'two-factor-off': { words: 1, run: switchOff },
  list: { words: 0, run: list },
};

/* `npm run user`: makes the first admin, and helps everybody who is locked out, on the machine itself. */

try {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [command = '', ...words] = positionals;
  const work = commands[command];
  if (!work || words.length !== work.words) throw new Error(usage);
  await work.run(words);
} catch (error) {
  console.error(error instanceof Error ? asRunHere(error.message, way) : error);
  process.exitCode = statusOf(error, usage);
}

async function create([role, name = '']: string[]): Promise<void> {
  // As the sign-in reads it: one clean line.
  const username = cleanLine(name);
  if (!isRole(role) || !username) throw new Error(usage);
  if (username.length > limits.usernameCharacters) {
    throw new Error(`The name may be at most ${limits.usernameCharacters} characters long.`);
  }
  await withDatabase(async (db) => {
    const password = await askGoodPassword(username);
    await createUser({ db, clock, random: systemRandom }, { username, password, role });
    await closeSetUp({ db, clock });
    await db.commits.written();
    console.log(`${username} can sign in now (${role}).`);
  });
}

async function setPassword([name = '']: string[]): Promise<void> {
  await withDatabase(async (db) => {
    const person = requireUser(db, name);
    const { username } = person;
    const password = await askGoodPassword(username);
    const accounts = { context: { db, clock }, sessions: createSessions(db, clock, false) };
    await storePassword(accounts, { actor: commandLine, person }, password);
    await db.commits.written();
    console.log(`${username} has a new password and is signed out everywhere.`);
  });
}

async function switchOff([name = '']: string[]): Promise<void> {
  await withDatabase(async (db) => {
    const { id, username } = requireUser(db, name);
    await writeTransaction(db, (tx) => {
      switchTwoFactorOff(tx, id);
      const subject = aboutPerson({ id, username });
      recordAudit(tx, { actor: commandLine, at: clock.now(), action: 'two_factor_off', subject });
    });
    await db.commits.written();
    console.log(`The password alone signs ${username} in.`);
  });
}

async function list(): Promise<void> {
  await withDatabase(async (db) => {
    const people = listPeople(db);
    if (people.length === 0) {
      console.log(asRunHere('There is nobody yet: npm run user -- create admin NAME makes the first.', way));
    }
    for (const { username, role, isActive, email, totpEnabledAt } of people) {
      const facts = [username, role, email ?? 'no address'];
      if (totpEnabledAt !== null) facts.push('two-factor sign-in');
      if (!isActive) facts.push('closed');
      console.log(facts.join(', '));
    }
  });
}

/** Opens the database of the service. A new one would be another one: nobody could sign in at the service. */
async function withDatabase(work: (db: Database) => Promise<void>): Promise<void> {
  const path = readDatabasePath();
  if (!existsSync(path)) {
    throw new Error(
      `There is no database ${path}. Check DATABASE_PATH; the first start of the service makes one, or npm run migrate.`,
    );
  }
  const db = openDatabase(path);
  console.log(`Database: ${path}`);
  try {
    await work(db);
  } finally {
    db.$client.close();
  }
}

function requireUser(db: Database, name: string): UserRow {
  const user = findUserByName(db, cleanLine(name));
  if (!user) throw new Error(`There is nobody called ${name}. npm run user -- list shows who there is.`);
  return user;
}

async function askGoodPassword(username: string): Promise<string> {
  const password = await askPassword(username);
  const { passwordMinimumCharacters: minimum, passwordCharacters: maximum } = limits;
  if (password.length < minimum || password.length > maximum) {
    throw new Error(`The password must have ${minimum} to ${maximum} characters.`);
  }
  return password;
}

function isRole(text: string | undefined): text is Role {
  return (roles as readonly (string | undefined)[]).includes(text);
}

async function askPassword(username: string): Promise<string> {
  if (!process.stdin.isTTY) {
    let text = '';
    for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk;
    return text.replace(/\r?\n$/, '');
  }
  const input = createInterface({ input: process.stdin, output: process.stdout, terminal: true });
  process.stdout.write(`Password for ${username}: `);
  // What is typed is not shown.
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = () => true;
  try {
    return await input.question('');
  } finally {
    process.stdout.write = write;
    input.close();
    console.log();
  }
}
