import { createBusinessDesk } from '../../client/settings/business.ts';
import { createSettingsDesk } from '../../client/settings/settings.ts';
import { useDeskBase } from '../desk/desk-hooks.ts';

export const useSettings = () => useDeskBase().storeOf(createSettingsDesk);
export const useBusiness = () => useDeskBase().storeOf(createBusinessDesk);
