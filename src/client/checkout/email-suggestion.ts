import { POPULAR_DOMAINS, run } from '@zootools/email-spell-checker';
import { createEmailSuggestion } from '../../shared/mistyped-email.ts';

/**
 * @param email as it was typed
 * @returns the address that was probably meant; null when nothing speaks for another one
 */
export const suggestEmail = createEmailSuggestion({ POPULAR_DOMAINS, run });
