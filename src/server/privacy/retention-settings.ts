import { writeTransaction } from '../../../db/client.ts';
import type { KnownRetention } from '../../shared/privacy/privacy.ts';
import { type Retention, retentionNames } from '../../shared/privacy/retention.ts';
import { aboutSettings, recordAudit, whatChanged } from '../audit/record-audit.ts';
import { readRetention, retentionSettings } from '../business/retention-repository.ts';
import type { Context, SignedIn } from '../context/context.ts';
import { writeSetting } from '../settings/settings-repository.ts';
import { readLastRun } from './forgotten-repository.ts';

/** @returns how long what is kept, and what was forgotten last */
export function showRetention({ db }: Pick<Context, 'db'>): KnownRetention {
  return { retention: readRetention(db), lastRun: readLastRun(db) };
}

/** Sets how long what is kept. Whatever is older is forgotten in the next night. */
export async function changeRetention(
  context: Context,
  user: SignedIn,
  retention: Retention,
): Promise<Retention> {
  const updatedAt = context.clock.now();
  await writeTransaction(context.db, (tx) => {
    const details = whatChanged(readRetention(tx), retention);
    for (const name of retentionNames) {
      writeSetting(tx, { name: retentionSettings[name], value: String(retention[name]), updatedAt });
    }
    const subject = aboutSettings('retention', 'What is kept');
    recordAudit(tx, { actor: user, at: updatedAt, action: 'retention_changed', subject, details });
  });
  // The first privacy text says it.
  context.publicChanged('business');
  context.log.info({ userId: user.id, ...retention }, 'how long what is kept was changed');
  return retention;
}
