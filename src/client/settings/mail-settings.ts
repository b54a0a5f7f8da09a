import { atom, computed, type ReadableAtom } from 'nanostores';
import type { MailSettings, MailSwitch } from '../../shared/orders/mail-switches.ts';
import type { DeskBase } from '../desk/desk-base.ts';
import type { Fetched } from '../fetched.ts';

/** Which mails are sent when something happens, as the admin sets it. */
export interface MailSettingsDesk {
  readonly settings: Fetched<MailSettings>;
  /** What was chosen, also while it is on its way; null until it is known. */
  readonly $switches: ReadableAtom<MailSettings | null>;
  switchMail(which: MailSwitch, isOn: boolean): Promise<boolean>;
}

export function createMailSettings({ api, fetching, work, toast }: DeskBase): MailSettingsDesk {
  const settings = fetching.store('settings/mails', () => work.watch(api.mailSettings()));
  const $chosen = atom<Partial<MailSettings>>({});
  const $switches = computed([settings.$state, $chosen], ({ data }, chosen) =>
    data ? { ...data, ...chosen } : null,
  );
  return {
    settings,
    $switches,
    async switchMail(which, isOn) {
      if (!$switches.get()) return false;
      $chosen.set({ ...$chosen.get(), [which]: isOn });
      const isDone = await work.perform({
        subject: `mail-settings:${which}`,
        name: 'save',
        run: async () => {
          const all = $switches.get();
          if (all) await api.changeMailSettings(all);
          toast({
            title: 'Setting Updated',
            description: isOn ? 'This is sent from now on.' : 'This is not sent any more.',
          });
          await settings.refresh();
        },
        failure: { title: 'Update Failed', message: 'Failed to update the setting' },
      });
      const { [which]: _settled, ...others } = $chosen.get();
      $chosen.set(others);
      return isDone;
    },
  };
}
