/** @returns what is said when a payment that was looked at again is not there yet */
export function stillUnpaid(isKnown: boolean): string {
  const time = new Date().toLocaleTimeString('en-US');
  const found = isKnown
    ? 'your payment hasn’t gone through yet. If your bank asks you to confirm it, please do.'
    : 'the payment service didn’t respond. You won’t be charged twice.';
  return `Checked again at ${time}: ${found}`;
}
