import { type Queryable, writeTransaction } from '../../../db/client.ts';
import type { ReaderSettings } from '../../shared/readings/earlier-readings.ts';
import { aboutSettings, recordAudit, whatChanged } from '../audit/record-audit.ts';
import type { Context, SignedIn } from '../context/context.ts';
import { readSwitch, writeSwitch } from './settings-repository.ts';

const name = 'show_earlier_readings';

/** @returns what readers get to see; everything, unless the admin has changed it */
export function readReaderSettings({ db }: { db: Queryable }): ReaderSettings {
  return { showEarlierReadings: readSwitch(db, name, true) };
}

export async function changeReaderSettings(
  context: Context,
  user: SignedIn,
  settings: ReaderSettings,
): Promise<ReaderSettings> {
  const { showEarlierReadings } = settings;
  const at = context.clock.now();
  await writeTransaction(context.db, (tx) => {
    const details = whatChanged(readReaderSettings({ db: tx }), settings);
    writeSwitch(tx, name, showEarlierReadings, at);
    const subject = aboutSettings('readers', 'What readers see');
    recordAudit(tx, { actor: user, at, action: 'settings_changed', subject, details });
  });
  context.log.info({ userId: user.id, showEarlierReadings }, 'what readers see was changed');
  return settings;
}
