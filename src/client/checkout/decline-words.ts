/** What a payment provider says of a payment that failed. */
interface ProviderError {
  type?: string;
  code?: string;
  message?: string | undefined;
}

/**
 * The provider's own message, but for a decline always the same: why a bank refuses a card helps whoever
 * tries stolen ones, and the card's owner asks the bank anyway.
 *
 * @returns what to show; undefined when the provider said nothing
 */
export function explainDecline(error: ProviderError): string | undefined {
  if (error.type === 'card_error' && error.code === 'card_declined') {
    return 'Your card was declined. You haven’t been charged. Please try another card, or contact your bank.';
  }
  return error.message;
}
