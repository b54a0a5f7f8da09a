export const settingsSections = [
  'shop',
  'offers',
  'delivery',
  'aftercare',
  'people',
  'mail',
  'health',
  'privacy',
  'history',
] as const;
export type SettingsSection = (typeof settingsSections)[number];
