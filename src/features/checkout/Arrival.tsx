import { useEffect } from 'react';
import { pageVisible } from '../../lib/fetched.ts';
import { pageStorage } from '../../lib/page-storage.ts';
import { saveToast } from '../../lib/saved-toast.ts';
import { Toaster } from '../../ui/Toaster.tsx';
import { checkoutCalls } from './checkout-calls.ts';
import {
  findOrderIds,
  paidToast,
  pollPayment,
  readThankYou,
  thankYouPath,
  unpaidPath,
} from './sent-order.ts';

/** Renders only the toaster. Polls a payment that a bank is still checking, then replaces the page by its outcome. */
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
  const isPaid = (await pollPayment(order, checkoutCalls, pause)) === 'paid';
  if (isPaid) saveToast(pageStorage, paidToast);
  location.replace(isPaid ? thankYouPath(order.orderNumber) : unpaidPath(order.orderNumber));
}
