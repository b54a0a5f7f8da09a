import { computed } from 'nanostores';
import type { DeskBase } from '../desk/desk-base.ts';

export const settingsSections = [
  ...(['shop', 'delivery', 'aftercare', 'people', 'mail', 'health', 'privacy', 'history'] as const),
];
export type SettingsSection = (typeof settingsSections)[number];

/** Which section of the settings is shown: a parameter of the address, so that Back and a reload keep it. */
export function createSettingsSections({ url }: Pick<DeskBase, 'url'>) {
  return {
    $section: computed(url.$parameters, ({ section: named }): SettingsSection => {
      // Bookmarks from when it was called "The service".
      if (named === 'service') return 'health';
      return settingsSections.find((section) => section === named) ?? 'shop';
    }),
    choose: (section: SettingsSection) => url.update({ section: section === 'shop' ? '' : section }, 'push'),
  };
}
