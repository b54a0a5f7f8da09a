import { isPresented } from '../../shared/offers/offer-types.ts';
import { signatureOf } from '../../shared/people/profile-schema.ts';
import { cardPicturePath, cardTitle, type DrawnCard } from '../../shared/readings/cards.ts';
import type { MailPreview } from '../../shared/readings/reading-schema.ts';
import { createLetterPdf, printableLetter } from '../aftercare/order-page/printable-letter.ts';
import type { Context, SignedIn } from '../base/context.ts';
import type { MailAttachment } from '../base/mailer.ts';
import { paragraphs, prose, type RenderedMail } from '../mail/template-runtime.ts';
import { renderReadingDelivery } from '../mail/templates.generated.ts';
import { requireOrderFor } from '../orders/find-order.ts';
import { createOrderLink } from '../orders/order-links.ts';
import { findOrderEvenDeleted, type OrderRow } from '../orders/order-repository.ts';
import { profileOf, requirePerson } from '../people/people-repository.ts';
import { currentCards } from '../readings/drafts.ts';
import { findReadingOfOrder, findWriter } from '../readings/reading-repository.ts';
import { isMailOn } from '../shop/change-settings.ts';
import { listFollowUps, listOffersOnSale } from '../shop/manage-offers.ts';
import { readSender } from '../shop/read-business.ts';

/** Gmail clips mails above 102 KB (https://www.caniemail.com/faq/), and mail servers on the way add to them. */
const maxHtmlBytes = 90 * 1024;

const linkBytes = 100;

/**
 * Writes the mail with an order's reading, attaches its PDF if that is switched on, and stores its link.
 * @throws {Error} if no reading is approved
 */
export async function composeDelivery(context: Context, orderId: string) {
  // The PDF comes first: by the time it is made, the order may have changed.
  const attachments = await createAttachments(context, orderId);
  const order = findOrderEvenDeleted(context.db, orderId);
  const reading = findReadingOfOrder(context.db, orderId);
  if (!reading || order?.status !== 'approved') throw new Error(`order ${orderId} has no approved reading`);
  const orderUrl = createOrderLink(context, orderId);
  const letter = writeLetter(context, order, reading, orderUrl, findWriter(context.db, orderId));
  return { ...letter, ...(attachments.length > 0 && { attachments }) };
}

/** Returns the reading as a PDF if the owner wants it in the mail. A failure does not stop the mail. */
async function createAttachments(context: Context, orderId: string): Promise<MailAttachment[]> {
  const { db, log } = context;
  if (!isMailOn(db, 'readingPdf')) return [];
  try {
    const order = findOrderEvenDeleted(db, orderId);
    const reading = findReadingOfOrder(db, orderId);
    return order && reading ? [await createLetterPdf(await printableLetter(context, order, reading))] : [];
  } catch (error) {
    log.error({ err: error, orderId }, 'a reading could not be made a PDF');
    return [];
  }
}

/** Renders a reading as a mail. The HTML of a long one has its beginning and a link; the text part has all of it. */
function writeLetter(
  context: Context,
  order: OrderRow,
  reading: { content: string; cards: DrawnCard[] },
  orderUrl: string,
  writer: Parameters<typeof signatureOf>[0],
): RenderedMail {
  const site = readSender(context);
  const { siteUrl } = site;
  const { signedBy, signerDescription, portrait } = signatureOf(writer, site.siteName);
  const values = {
    ...site,
    orderUrl,
    addresseeName: order.readingAddresseeName,
    orderNumber: order.orderNumber,
    hasCards: reading.cards.length > 0,
    cards: reading.cards.map((drawn, index) => ({
      asDrawn: cardTitle(drawn),
      position: drawn.position,
      pictureUrl: `${siteUrl}${cardPicturePath(drawn)}`,
      startsRow: index > 0 && index % 5 === 0,
    })),
    reading: reading.content,
    signedBy,
    ...nextReadings(context, orderUrl),
    whoIsThat: signerDescription ?? '',
    hasWhoIsThat: signerDescription !== null,
    hasPortrait: portrait !== null,
    portraitUrl: siteUrl + (portrait?.address.replace('.webp', '.jpg') ?? ''),
  };
  // Without the token, which is shorter in a preview, so that preview and mail are cut at the same place.
  const frame = renderReadingDelivery({ ...values, orderUrl: siteUrl, beginning: '', isCut: true });
  const maxBytes = maxHtmlBytes - Buffer.byteLength(frame.html) - linkBytes;
  const { text, isCut } = excerptOf(reading.content, maxBytes);
  return renderReadingDelivery({ ...values, beginning: text, isCut });
}

/** Returns links to the next readings to order: follow-ups, which open with the order's secret, and the shop. */
function nextReadings({ db, config }: Context, orderUrl: string) {
  const secret = orderUrl.split('/').at(-1);
  const followUps = listFollowUps(db).map(({ name, slug }) => ({
    words: `Order “${name}”`,
    url: `${config.publicUrl}/readings/${slug}#after=${secret}`,
  }));
  const hasChoice = listOffersOnSale(db).filter(isPresented).length > 1;
  const another = { words: 'Order another reading', url: config.publicUrl };
  const next = followUps.length > 0 || hasChoice ? [...followUps, another] : [];
  return { hasNext: next.length > 0, next };
}

/** Renders the mail with an unsaved reading; hides the address from readers. @throws {DomainError} `order_not_found` */
export function previewDelivery(
  context: Context,
  user: SignedIn,
  orderId: string,
  text: { content: string; cards?: DrawnCard[] | undefined },
): MailPreview {
  const order = requireOrderFor(context.db, user, orderId);
  const orderUrl = `${context.config.publicUrl}/order/the-link-in-the-mail`;
  const to = { name: order.customerName, address: order.customerEmail };
  const cards = text.cards ?? currentCards(context.db, order, user);
  const isOwnText = user.writes && (order.assignedReaderId === user.id || order.status === 'pending');
  const writer = isOwnText
    ? profileOf(context.db, requirePerson(context, user.id))
    : findWriter(context.db, orderId);
  const mail = writeLetter(context, order, { content: text.content, cards }, orderUrl, writer);
  return { to: user.role === 'admin' ? to : null, ...mail };
}

/** Cuts a text after a paragraph; a too long first one after a line or word. @param maxBytes of the excerpt as HTML */
export function excerptOf(text: string, maxBytes: number): { text: string; isCut: boolean } {
  const fits = (part: string) => Buffer.byteLength(paragraphs(part)) <= maxBytes;
  const whole = prose(text);
  if (fits(whole)) return { text: whole, isCut: false };
  for (const gap of ['\n\n', '\n', ' ']) {
    const parts = whole.split(gap);
    const first = (count: number) => parts.slice(0, count).join(gap);
    // A longer text never takes fewer bytes, so a binary search works.
    let fitting = 0;
    let tooMany = parts.length;
    while (tooMany - fitting > 1) {
      const middle = Math.floor((fitting + tooMany) / 2);
      if (fits(first(middle))) fitting = middle;
      else tooMany = middle;
    }
    const kept = first(fitting).trimEnd();
    if (kept) return { text: gap === ' ' ? `${kept} …` : kept, isCut: true };
  }
  return { text: '', isCut: true };
}
