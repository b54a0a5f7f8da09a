/** @returns what is said when a payment that was looked at again is not there yet */
export function stillUnpaid(isKnown: boolean): string {
  const time = new Date().toLocaleTimeString('en-US');
  const found = isKnown
    ? 'your payment has not gone through so far. If your bank asks you to confirm it, please do so there.'
    : 'the payment service did not answer. You will not be charged twice.';
  return `Looked again at ${time}: ${found}`;
}
