import { createBusinessDesk } from '../../client/settings/business.ts';
import { createSettingsDesk } from '../../client/settings/settings.ts';
import { useAdminDesk } from '../desk/desk-hooks.ts';

export const useSettings = () => useAdminDesk().later(createSettingsDesk);
export const useBusiness = () => useAdminDesk().later(createBusinessDesk);
