import { useEffect } from 'react';
import { checkoutCalls } from '../../client/checkout/checkout-calls.ts';
import {
  findOrderIds,
  followPayment,
  paidToast,
  readThankYou,
  thankYouPath,
  unpaidPath,
} from '../../client/checkout/sent-order.ts';
import { pageVisible } from '../../client/fetched.ts';
import { leaveToast, pageStorage } from '../../client/page-storage.ts';
import { Toaster } from '../ui/Toaster.tsx';

/** Shows the toast of the checkout on the thank-you page, and follows a payment that a bank is still checking. */
export function Arrival() {
  useEffect(() => void follow(), []);
  return <Toaster />;
}

async function follow(): Promise<void> {
  const { outcome, orderNumber } = readThankYou(location.search);
  const order = outcome === 'checking' ? findOrderIds(pageStorage, orderNumber) : null;
  if (!order) return;
  const pause = async (milliseconds: number) => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    await pageVisible();
  };
  const isPaid = (await followPayment(order, checkoutCalls, pause)) === 'paid';
  if (isPaid) leaveToast(pageStorage, paidToast);
  location.replace(isPaid ? thankYouPath(order.orderNumber) : unpaidPath(order.orderNumber));
}
