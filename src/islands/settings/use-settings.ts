import { createSettingsDesk } from '../../client/settings/settings.ts';
import { useAdminDesk } from '../desk/desk-context.ts';

export const useSettings = () => useAdminDesk().later(createSettingsDesk);
