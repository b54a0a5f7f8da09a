export const settingsSections = [
  'shop',
  'delivery',
  'aftercare',
  'people',
  'mail',
  'health',
  'privacy',
  'history',
] as const;
export type SettingsSection = (typeof settingsSections)[number];
