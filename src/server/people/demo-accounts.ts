import type { Role } from '../../shared/people/staff.ts';
import type { Context } from '../base/context.ts';
import { createUser } from './create-user.ts';
import { findUserByName } from './people-repository.ts';

/** Who can sign in to the demo (docs/product.md §12). */
export const demoAccounts: readonly { username: string; password: string; role: Role }[] = [
  { username: 'admin', password: 'demo-admin-pass', role: 'admin' },
  { username: 'reader1', password: 'demo-reader-pass', role: 'reader' },
  { username: 'reader2', password: 'demo-reader-pass', role: 'reader' },
];

export async function seedDemoAccounts(context: Pick<Context, 'db' | 'clock' | 'random'>): Promise<void> {
  for (const account of demoAccounts) {
    if (!findUserByName(context.db, account.username)) await createUser(context, account);
  }
}
