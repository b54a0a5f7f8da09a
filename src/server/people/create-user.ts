import { type Transaction, writeTransaction } from '../../../db/client.ts';
import type { Role } from '../../shared/people/signed-in-user.ts';
import type { Context } from '../base/context.ts';
import { DomainError } from '../base/domain-error.ts';
import { type Actor, aboutPerson, commandLineActor, recordAudit } from '../base/record-audit.ts';
import { hashPassword, noPassword, refuseCommonPassword } from './passwords.ts';
import { findUserByName, insertUser, refuseTakenEmail } from './people-repository.ts';

/** Names that the history of an order uses for actors without an account. */
const reservedNames = ['customer', 'stripe', 'system'];

interface NewUser {
  username: string;
  /** Left out, the account has none until its owner sets it. */
  password?: string | undefined;
  displayName?: string | null | undefined;
  role: Role;
  /** Whether an admin writes readings, too; readers always do. */
  writes?: boolean | undefined;
  email?: string | null | undefined;
}

/** Creates an account and returns its id; both callbacks run in the same transaction. @throws {DomainError} */
export async function createUser(
  context: Pick<Context, 'db' | 'clock' | 'random'>,
  input: NewUser,
  actor: Actor = commandLineActor,
  beforeInsert: (tx: Transaction, userId: string) => void = () => {},
  afterInsert: (tx: Transaction, userId: string) => void = () => {},
): Promise<string> {
  if (reservedNames.includes(input.username.toLowerCase())) {
    throw new DomainError(
      'user_conflict',
      `The service itself uses the name “${input.username}”. Please choose another.`,
    );
  }
  const { role, writes, displayName, password } = input;
  if (password !== undefined) refuseCommonPassword(password);
  const passwordHash = password === undefined ? noPassword : await hashPassword(password);
  const username = input.username.normalize('NFC');
  return writeTransaction(context.db, (tx) => {
    const id = context.random.newId();
    beforeInsert(tx, id);
    if (findUserByName(tx, username)) {
      throw new DomainError('user_conflict', `There is already an account called ${username}.`);
    }
    const email = input.email ?? null;
    if (email !== null) refuseTakenEmail(tx, email);
    const createdAt = context.clock.now();
    insertUser(tx, { id, username, displayName, passwordHash, role, writes, email, createdAt });
    const subject = aboutPerson({ id, username });
    recordAudit(tx, {
      actor,
      at: createdAt,
      action: 'person_created',
      subject,
      details: { role, ...(role === 'admin' && writes && { writes }) },
    });
    afterInsert(tx, id);
    return id;
  });
}
