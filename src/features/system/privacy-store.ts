import { atom } from 'nanostores';
import { saveFile } from '../../lib/save-file.ts';
import { counted } from '../../shared/counted-text.ts';
import type { PersonFound } from '../../shared/ops/privacy-schema.ts';
import type { DeskBase } from '../desk/desk-base.ts';
import { createSavedSettings } from '../desk/saved-settings.ts';

export type ShownPerson = PersonFound & { address: string };

/** Creates the settings of how long data is kept, and the tasks that find, export and erase one customer's data. */
export function createPrivacyDesk(base: DeskBase, save = saveFile) {
  const { api, fetching, work, toast } = base;
  const $person = atom<ShownPerson | null>(null);
  /** The customer whose data is shown or searched for. */
  let asked: string | null = null;

  function clear(): void {
    asked = null;
    $person.set(null);
  }

  function withPerson(name: string, message: string, run: (address: string) => Promise<void>) {
    const person = $person.get();
    if (!person) return Promise.resolve(false);
    return work.perform({
      subject: 'person',
      name,
      run: () => run(person.address),
      failure: { title: 'Nothing Was Done', message },
      onConflict: () => void look(person.address).catch(() => {}),
    });
  }

  async function look(address: string): Promise<void> {
    const found = await api.findPerson(address);
    if (asked === address) $person.set({ address, ...found });
  }

  return {
    retention: createSavedSettings(base, {
      key: 'privacy/retention',
      read: api.retention,
      change: api.changeRetention,
      successText: () => 'Anything older is deleted tonight.',
      failure: 'Failed to change how long data is kept',
    }),
    $person,
    find(address: string) {
      clear();
      return work.perform({
        subject: 'person',
        name: 'find',
        run() {
          asked = address;
          return look(address);
        },
        failure: { title: 'Not Found', message: 'Failed to look for this address' },
      });
    },
    clear,
    exportPerson: () =>
      withPerson('export', 'Failed to export this person’s data', async (address) => {
        const text = `${JSON.stringify(await api.exportPerson(address), null, 2)}\n`;
        save('personal-data.json', text, 'application/json');
      }),
    erasePerson: () =>
      withPerson('erase', 'Failed to erase this person’s data', async (address) => {
        const { orderNumbers } = await api.erasePerson(address);
        // Before `clear`: while this task runs, another search would be dropped.
        await fetching.changed('orders', 'feedback');
        clear();
        const description = `Data from ${counted(orderNumbers.length, 'order')} was erased.`;
        toast({ title: 'Customer’s Data Erased', description });
      }),
  };
}
