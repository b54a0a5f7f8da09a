import type { Role } from '../../shared/people/signed-in-user.ts';
import type { Context } from '../base/context.ts';
import { createUser } from './create-user.ts';
import { findUserByName } from './people-repository.ts';

const admin = { username: 'admin', password: 'demo-admin-pass', role: 'admin' } as const;

type DemoAccount = { username: string; password: string; role: Role; writes?: boolean };

/** The accounts of the demo (README.md). */
export const demoAccounts: readonly DemoAccount[] = [
  admin,
  { username: 'reader1', password: 'demo-reader-pass', role: 'reader' },
  { username: 'reader2', password: 'demo-reader-pass', role: 'reader' },
];

/** The accounts of a demo shop run by one person. */
export const soloAccounts: readonly DemoAccount[] = [{ ...admin, writes: true }];

/** Creates those of the demo accounts that do not exist yet. */
export async function seedDemoAccounts(
  context: Pick<Context, 'db' | 'clock' | 'random'>,
  accounts = demoAccounts,
): Promise<void> {
  for (const account of accounts) {
    if (!findUserByName(context.db, account.username)) await createUser(context, account);
  }
}
