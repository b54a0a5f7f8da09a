import { useDeskBase } from '../desk/desk-hooks.ts';
import { createBusinessDesk } from './business.ts';
import { createOfferDesk } from './offers.ts';
import { createSettingsDesk } from './settings.ts';

export const useSettings = () => useDeskBase().storeOf(createSettingsDesk);
export const useOffers = () => useDeskBase().storeOf(createOfferDesk);
export const useBusiness = () => useDeskBase().storeOf(createBusinessDesk);
