import { type Queryable, type Transaction, writeTransaction } from '../../../db/client.ts';
import type { AuditAction } from '../../shared/audit.ts';
import { aboutSettings, recordAudit, whatChanged } from '../audit/record-audit.ts';
import type { Context, SignedIn } from '../context/context.ts';

/** Settings that are shown, and changed, together. */
export interface SettingsGroup<Values extends object> {
  id: string;
  /** Its name in the history. */
  label: string;
  action?: AuditAction;
  /** Whether public pages show something of them. */
  isPublic?: boolean;
  read(db: Queryable): Values;
  write(tx: Transaction, values: Values, updatedAt: number): void;
}

/**
 * @param changes the new values; settings that are left out keep their stored value
 * @returns all of them as they are now
 * @throws {DomainError} what `write` refuses
 */
export async function changeSettings<Values extends object>(
  context: Context,
  user: SignedIn,
  { id, label, action = 'settings_changed', isPublic = false, read, write }: SettingsGroup<Values>,
  changes: Partial<Values>,
): Promise<Values> {
  const at = context.clock.now();
  const settings = await writeTransaction(context.db, (tx) => {
    const before = read(tx);
    const after = { ...before, ...changes };
    write(tx, after, at);
    const details = whatChanged(before, after);
    recordAudit(tx, { actor: user, at, action, subject: aboutSettings(id, label), details });
    return after;
  });
  if (isPublic) context.publicChanged();
  context.log.info({ userId: user.id, settings: id, changes }, 'settings were changed');
  return settings;
}
