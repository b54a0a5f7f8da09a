import { useDeskBase } from '../desk/desk-hooks.ts';
import { createBusinessDesk } from './business-store.ts';
import { createOfferDesk } from './offer-store.ts';
import { createSettingsDesk } from './settings-store.ts';

export const useSettings = () => useDeskBase().storeOf(createSettingsDesk);
export const useOffers = () => useDeskBase().storeOf(createOfferDesk);
export const useBusiness = () => useDeskBase().storeOf(createBusinessDesk);
