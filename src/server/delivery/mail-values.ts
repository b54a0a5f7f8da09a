import { accentOf } from '../../shared/accent.ts';
import { readAccentHue, readIdentity } from '../business/read-business.ts';
import type { Context } from '../context/context.ts';
import { createOrderLink } from '../orders/order-links.ts';
import type { OrderRow } from '../orders/order-repository.ts';

export function siteOf(context: Context) {
  return { ...senderOf(context), siteUrl: context.config.publicUrl };
}

/** The sender and the colors of every mail. */
export function senderOf(context: Context) {
  const { siteName, contactEmail } = readIdentity(context);
  const hue = readAccentHue(context);
  return { siteName, contactEmail, accent: hue === null ? undefined : accentOf(hue) };
}

/** The values of every mail to a customer about an order, with a new link to the order's page. */
export function orderNewsOf(context: Context, { id, orderNumber, customerName }: OrderRow) {
  return { ...siteOf(context), orderUrl: createOrderLink(context, id), orderNumber, customerName };
}
