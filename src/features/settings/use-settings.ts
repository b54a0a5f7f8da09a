import { useDeskBase } from '../desk/desk-hooks.ts';
import { createBusinessDesk } from './business.ts';
import { createSettingsDesk } from './settings.ts';

export const useSettings = () => useDeskBase().storeOf(createSettingsDesk);
export const useBusiness = () => useDeskBase().storeOf(createBusinessDesk);
