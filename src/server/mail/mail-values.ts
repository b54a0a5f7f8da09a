import { accentOf } from '../../shared/shop/accent.ts';
import type { Context } from '../base/context.ts';
import { createOrderLink } from '../orders/order-links.ts';
import type { OrderRow } from '../orders/order-repository.ts';
import { readAccentHue, readIdentity } from '../shop/read-business.ts';

export function siteOf(context: Context) {
  return { ...senderOf(context), siteUrl: context.config.publicUrl };
}

export function senderOf(context: Context) {
  const { siteName, contactEmail } = readIdentity(context);
  const hue = readAccentHue(context);
  return { siteName, contactEmail, accent: hue === null ? undefined : accentOf(hue) };
}

/** Returns the values in every mail about an order, with a link to its page, which is stored. */
export function orderMailValues(context: Context, { id, orderNumber, customerName }: OrderRow) {
  return { ...siteOf(context), orderUrl: createOrderLink(context, id), orderNumber, customerName };
}
