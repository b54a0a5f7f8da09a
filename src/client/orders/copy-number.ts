import type { Order } from '../../shared/orders/orders.ts';
import type { showToast } from '../toasts.ts';

/** @param clipboard undefined where the page was not fetched over a safe line */
export async function copyOrderNumber(
  { orderNumber }: Order,
  clipboard: Pick<Clipboard, 'writeText'> | undefined,
  toast: typeof showToast,
): Promise<void> {
  try {
    if (!clipboard) throw new Error('there is no clipboard');
    await clipboard.writeText(orderNumber);
    toast({ title: 'Number Copied', description: orderNumber });
  } catch {
    toast({
      title: 'Copy Failed',
      description: `The browser does not allow it. The number is ${orderNumber}.`,
      variant: 'destructive',
    });
  }
}
