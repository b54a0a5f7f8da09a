import { computed, type ReadableAtom } from 'nanostores';
import type { DeskBase } from '../desk/desk-base.ts';

/** What the settings are divided into. */
export const settingsSections = ['shop', 'service', 'privacy', 'history'] as const;
export type SettingsSection = (typeof settingsSections)[number];

export interface SettingsSections {
  readonly $section: ReadableAtom<SettingsSection>;
  choose(section: SettingsSection): void;
}

/** Which section of the settings is shown: a parameter of the address, so that Back and a reload keep it. */
export function createSettingsSections({ url }: Pick<DeskBase, 'url'>): SettingsSections {
  return {
    $section: computed(
      url.$parameters,
      (parameters): SettingsSection =>
        settingsSections.find((section) => section === parameters.section) ?? 'shop',
    ),
    choose: (section) => url.update({ section: section === 'shop' ? '' : section }, 'push'),
  };
}
