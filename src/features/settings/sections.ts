export const settingsSections = [
  'shop',
  'offers',
  'codes',
  'delivery',
  'aftercare',
  'people',
  'mail',
  'tax',
  'health',
  'privacy',
  'history',
] as const;
export type SettingsSection = (typeof settingsSections)[number];
