import { type Queryable, writeTransaction } from '../../../db/client.ts';
import type { Context } from '../base/context.ts';
import { DomainError } from '../base/domain-error.ts';
import { type Actor, aboutPerson, recordAudit } from '../base/record-audit.ts';
import { deleteResetsOf, endSessions } from './credentials-repository.ts';
import { findUser, updateUser } from './people-repository.ts';

const commonPasswords: ReadonlySet<string> = new Set(
  `123456 1234567 12345678 123456789 1234567890 0123456789 987654321 654321 111111 000000 222222 333333
  444444 555555 666666 777777 888888 999999 112233 121212 123123 123321 123654 131313 696969 101010 159753
  147258 147258369 159357 123456a 123456q a123456 123abc abc123 abcd1234 abcdef abcdefg abcdefgh 1q2w3e
  1q2w3e4r 1q2w3e4r5t 1qaz2wsx qazwsx qazwsxedc q1w2e3 q1w2e3r4 qwerty qwerty1 qwerty12 qwerty123 qwertyu
  qwertyui qwertyuiop asdfgh asdfghjkl asdf1234 zxcvbn zxcvbnm password password1 password12 password123
  passw0rd p@ssw0rd p@ssword pass1234 passwort changeme letmein letmein1 welcome welcome1 welcome123 admin1
  admin12 admin123 admin1234 administrator root123 toor123 master monkey dragon shadow sunshine princess
  football baseball basketball superman batman trustno1 iloveyou iloveyou1 lovely loveme michael jennifer
  jordan jordan23 charlie daniel andrew thomas robert jessica ashley nicole hunter hunter2 killer freedom
  whatever computer internet samsung google secret secret1 secret123 starwars pokemon naruto cheese cookie
  summer winter flower ginger pepper buster tigger soccer hockey ranger harley mustang corvette ferrari
  mercedes yankees cowboys maggie amanda joshua matthew anthony access access14 hello123 hello1 test123
  test1234 testing default guest1 guest123 user123 login123 temp123 qwe123 asd123 zaq12wsx zaq1zaq1 azerty
  azerty123 tarot1 tarot123 career career1 careertarot career-tarot reader reader1 reader123`.split(/\s+/),
);

/** argon2id as OWASP's password storage cheat sheet recommends it: 19 MiB, 2 passes, 1 lane. */
const usualCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Loaded with the first password: it takes 3 MB. */
const argon2 = () => import('@node-rs/argon2');

/** Returns the argon2id hash of a password, composed (NFC) first. */
export async function hashPassword(password: string, cost = usualCost): Promise<string> {
  const { hash } = await argon2();
  return hash(password.normalize('NFC'), cost);
}

let decoy: Promise<string> | undefined;

/** The stored value of an account whose owner has not set a password yet. */
export const noPassword = '';

/** Returns whether a password matches its hash; false for null, in equal time, so that no username is revealed. */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  const { verify } = await argon2();
  decoy ??= hashPassword('a password that no account has');
  const compared = stored || (await decoy);
  // Older stored forms were made without normalizing accents.
  for (const form of new Set([password.normalize('NFC'), password, password.normalize('NFD')])) {
    if (await verify(compared, form)) return Boolean(stored);
  }
  return false;
}

export function refuseCommonPassword(password: string): void {
  if (commonPasswords.has(password.toLowerCase())) {
    throw new DomainError(
      'invalid_request',
      'This password is too common and easy to guess. Please choose another.',
    );
  }
}

/** Stores a password, ends reset links and sessions except `keepSessionId`. `stillMay` can throw in the transaction. */
export async function setPassword(
  { db, clock, signals }: Pick<Context, 'db' | 'clock' | 'signals'>,
  { actor, person }: { actor: Actor; person: { id: string; username: string } },
  newPassword: string,
  options: { keepSessionId?: string; stillMay?: (tx: Queryable) => void } = {},
): Promise<void> {
  refuseCommonPassword(newPassword);
  const passwordHash = await hashPassword(newPassword);
  await writeTransaction(db, (tx) => {
    options.stillMay?.(tx);
    updateUser(tx, person.id, { passwordHash });
    deleteResetsOf(tx, person.id);
    endSessions(tx, person.id, options.keepSessionId);
    const subject = aboutPerson(person);
    recordAudit(tx, { actor, at: clock.now(), action: 'password_changed', subject });
  });
  // With their first password, a reader gets orders and is shown to customers.
  signals.invalidatePublicPages();
}

/** @throws {DomainError} `invalid_request` if the password is missing or not the user's */
export async function requirePassword(
  context: Pick<Context, 'db'>,
  userId: string,
  password: string | undefined,
): Promise<void> {
  if (password === undefined) {
    throw new DomainError('invalid_request', 'The current password is missing. Please type it in.');
  }
  const stored = findUser(context.db, userId)?.passwordHash ?? null;
  if (!(await passwordMatches(stored, password))) {
    throw new DomainError('invalid_request', 'The current password is not right. Please type it again.');
  }
}
