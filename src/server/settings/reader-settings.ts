import type { ReaderSettings } from '../../shared/readings/earlier-readings.ts';
import type { Context, SignedIn } from '../context/context.ts';
import { readSwitch, writeSwitch } from './settings-repository.ts';

const name = 'show_earlier_readings';

/** @returns what readers get to see; everything, unless the admin has changed it */
export function readReaderSettings({ db }: Pick<Context, 'db'>): ReaderSettings {
  return { showEarlierReadings: readSwitch(db, name, true) };
}

export function changeReaderSettings(
  context: Context,
  user: SignedIn,
  settings: ReaderSettings,
): ReaderSettings {
  const { showEarlierReadings } = settings;
  writeSwitch(context.db, name, showEarlierReadings, context.clock.now());
  context.log.info({ userId: user.id, showEarlierReadings }, 'what readers see was changed');
  return settings;
}
