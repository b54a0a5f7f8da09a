import { text as readAll } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { type Database, writeTransaction } from '../../../../db/client.ts';
import { emailAddress, problemOf } from '../../../shared/fields.ts';
import { limits } from '../../../shared/limits.ts';
import { roles } from '../../../shared/people/signed-in-user.ts';
import {
  type BusinessIdentity,
  descriptorOf,
  descriptorPattern,
  identitySchema,
} from '../../../shared/shop/business-schema.ts';
import { cleanLine, unifyLineEnds } from '../../../shared/text.ts';
import { readSiteDefaults } from '../../base/config/config.ts';
import { demoContact, sampleDescriptor } from '../../base/config/environment.ts';
import { systemRandom } from '../../base/random.ts';
import { commandLineActor } from '../../base/record-audit.ts';
import { createUser } from '../../people/create-user.ts';
import { setPassword as storePassword } from '../../people/passwords.ts';
import { findUserByName, listUsers, type UserRow } from '../../people/people-repository.ts';
import { disableTwoFactor } from '../../people/two-factor.ts';
import { storeIdentity } from '../../shop/change-business.ts';
import { readIdentity } from '../../shop/read-business.ts';
import { askHidden, askUntilValid } from '../install/terminal.ts';
import { closeSetUp } from '../set-up/set-up.ts';
import {
  type Call,
  createCommand,
  noSignals,
  requireDatabase,
  UsageError,
  withOpenDatabase,
} from './command.ts';

const usage = `Usage: npm run user -- create ${roles.join('|')} NAME [--email ADDRESS] [--writes] [--contact ADDRESS] [--business NAME]
       npm run user -- password NAME
       npm run user -- two-factor-off NAME
       npm run user -- list
"create" and "password" ask for a password, or read it from standard input. In a terminal, "create" also asks for
the details you left out.
  --email ADDRESS      for notices and password resets
  --writes             an admin who also writes readings
  --contact ADDRESS    with the first admin: where customers write
  --business NAME      with the first admin and --contact: the name of the business`;

const text = { type: 'string' } as const;
const detailOptions = { email: text, contact: text, business: text };
const writesOption = { type: 'boolean' } as const;
type Details = { [Name in keyof typeof detailOptions]?: string | undefined };

type Work = (call: Call, words: string[], details: Details, writes: boolean) => Promise<void>;

const commands: Record<string, { words: number; work: Work }> = {
  create: { words: 2, work: create },
  password: { words: 1, work: setPassword },
  'two-factor-off': { words: 1, work: switchOff },
  list: { words: 0, work: list },
};

export const run = createCommand(usage, async (call) => {
  const options = call.words[0] === 'create' ? { ...detailOptions, writes: writesOption } : {};
  const { positionals, values: given } = parseArgs({ args: call.words, allowPositionals: true, options });
  const [name = '', ...words] = positionals;
  const command = commands[name];
  if (!command || words.length !== command.words) throw new UsageError();
  const { writes = false, ...values }: Details & { writes?: boolean } = given;
  await command.work(call, words, values, writes);
});

async function create(
  call: Call,
  [given, name = '']: string[],
  details: Details,
  writes: boolean,
): Promise<void> {
  const username = cleanLine(name).normalize('NFC');
  const role = roles.find((known) => known === given);
  if (!role || !username) throw new UsageError();
  if (username.length > limits.usernameCharacters) {
    throw new Error(`The username can be up to ${limits.usernameCharacters} characters long.`);
  }
  await withOpenDatabase(requireDatabase(call), async (db) => {
    const isFirstAdmin = role === 'admin' && !listUsers(db).some((person) => person.role === 'admin');
    if (!isFirstAdmin && (details.contact ?? details.business) !== undefined) {
      throw new Error('--contact and --business are for the first admin. Change them in Settings.');
    }
    const known = isFirstAdmin ? readIdentity({ db, config: { site: readSiteDefaults(call.env) } }) : null;
    const given = checkDetails(details);
    const password = await askPassword(call, username);
    const askForEmail = `Email address of ${username}, or press Enter to skip`;
    const email = await askDetail(call, 'email', askForEmail, given.email);
    const identity = known && (await askIdentity(call, known, given));
    const id = await createUser(
      { db, clock: call.clock, random: systemRandom },
      { username, password, role, writes, email },
    );
    if (identity) {
      const user = { id, username, role, writes, displayName: null };
      await writeTransaction(db, (tx) => storeIdentity(tx, user, identity, call.clock.now()));
    }
    await closeSetUp({ db, clock: call.clock });
    call.say(`${username} can sign in now (${role}).`);
    if (role === 'admin' && email === undefined) {
      call.say(`Add an email address for ${username} in the account, for notices and password resets.`);
    }
    if ((identity ?? known)?.contactEmail === demoContact) {
      call.say(
        `The contact address is still ${demoContact}: customers’ replies are lost. Set yours in Settings, or CONTACT_EMAIL.`,
      );
    }
  });
}

const detailSchemas = {
  email: emailAddress('The email address'),
  contact: identitySchema.shape.contactEmail,
  business: identitySchema.shape.siteName,
};
type DetailName = keyof typeof detailSchemas;

function checkDetails(details: Details): Details {
  const checked = Object.entries(details).map(([name, value]) => {
    const { data, error } = detailSchemas[name as DetailName].safeParse(value);
    if (error) throw new Error(`--${name}: ${problemOf(error)}`);
    return [name, data];
  });
  const given: Details = Object.fromEntries(checked);
  if (given.business !== undefined && given.contact === undefined) {
    throw new Error('--contact is missing: with --business, also set the address that customers write to.');
  }
  return given;
}

/** Returns the identity to store; null to keep the one from the service's environment. */
async function askIdentity(
  call: Call,
  known: BusinessIdentity,
  given: Details,
): Promise<BusinessIdentity | null> {
  const kept = known.contactEmail === demoContact ? 'to skip' : `for ${known.contactEmail}`;
  const askForContact = `Contact address, for customers’ replies, or press Enter ${kept}`;
  const contactEmail = await askDetail(call, 'contact', askForContact, given.contact);
  if (contactEmail === undefined) return null;
  const askForName = `Name of the business, or press Enter for ${known.siteName}`;
  const siteName = await askDetail(call, 'business', askForName, given.business);
  if (siteName === undefined) return { ...known, contactEmail };
  const proposed = descriptorOf(siteName);
  const isProposed = known.billingDescriptor === sampleDescriptor && descriptorPattern.test(proposed);
  const billingDescriptor = isProposed ? proposed : known.billingDescriptor;
  return { ...known, contactEmail, siteName, billingDescriptor };
}

/** Asks until the answer is valid. Returns undefined without a terminal or an answer. */
async function askDetail(
  call: Call,
  name: DetailName,
  question: string,
  given: string | undefined,
): Promise<string | undefined> {
  if (given !== undefined || !call.input.isTTY) return given;
  return askUntilValid(call, question, (answer) => {
    if (answer === '') return undefined;
    const { data, error } = detailSchemas[name].safeParse(answer);
    if (error) throw new Error(problemOf(error));
    return data;
  });
}

async function setPassword(call: Call, [name = '']: string[]): Promise<void> {
  await withOpenDatabase(requireDatabase(call), async (db) => {
    const person = requireUser(db, name);
    const { username } = person;
    const password = await askPassword(call, username);
    const context = { db, clock: call.clock, signals: noSignals };
    await storePassword(context, { actor: commandLineActor, person }, password);
    call.say(`${username} has a new password and is signed out everywhere.`);
  });
}

async function switchOff(call: Call, [name = '']: string[]): Promise<void> {
  await withOpenDatabase(requireDatabase(call), async (db) => {
    const person = requireUser(db, name);
    await disableTwoFactor({ db, clock: call.clock }, commandLineActor, person);
    call.say(`${person.username} now signs in with just the password.`);
  });
}

async function list(call: Call): Promise<void> {
  await withOpenDatabase(requireDatabase(call), async (db) => {
    const people = listUsers(db);
    if (people.length === 0) {
      call.say('There are no accounts yet. Create the first: npm run user -- create admin NAME');
    }
    for (const { username, role, writes, isActive, email, totpEnabledAt } of people) {
      const facts = [username, role, email ?? 'no address'];
      if (role === 'admin' && writes) facts.push('writes readings');
      if (totpEnabledAt !== null) facts.push('two-factor sign-in');
      if (!isActive) facts.push('closed');
      call.say(facts.join(', '));
    }
  });
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
  if (call.input.isTTY) return askHidden(call, `Password for ${username}: `);
  const password = unifyLineEnds(await readAll(call.input)).replace(/\n$/, '');
  if (!password.includes('\n')) return password;
  throw new Error('Standard input has more than one line. Send the password once, on one line.');
}
