import { createSettingsDesk, type SettingsDesk } from '../../client/settings/settings.ts';
import { useAdminDesk } from '../desk/desk-context.ts';

/** @returns the stores of the settings, which come with their tab */
export function useSettings(): SettingsDesk {
  return useAdminDesk().later(createSettingsDesk);
}
