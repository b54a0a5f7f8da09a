import type { ReaderSettings } from '../../shared/readings/earlier-readings.ts';
import type { SettingsGroup } from './change-settings.ts';
import { readSwitch, writeSwitch } from './settings-repository.ts';

const name = 'show_earlier_readings';

/** What readers get to see; everything, unless the admin has changed it. */
export const readerSettings: SettingsGroup<ReaderSettings> = {
  id: 'readers',
  label: 'What readers see',
  read: (db) => ({ showEarlierReadings: readSwitch(db, name, true) }),
  write: (tx, { showEarlierReadings }, updatedAt) => writeSwitch(tx, name, showEarlierReadings, updatedAt),
};
