import { formatCents } from '../../shared/money.ts';
import { type ReaderProfile, signatureOf } from '../../shared/people/profiles.ts';
import { cardPicturePath } from '../../shared/readings/card-pictures.ts';
import { cardAsDrawn, type DrawnCard } from '../../shared/readings/cards.ts';
import { readDescriptorAt } from '../business/read-business.ts';
import type { Context } from '../context/context.ts';
import type { OutgoingMail } from '../context/mailer.ts';
import { createOrderLink } from '../orders/order-links.ts';
import { findOrderEvenDeleted, type OrderRow } from '../orders/order-repository.ts';
import { findTerms } from '../orders/terms-repository.ts';
import { isCustomerMail, isNotice, type MailRow } from '../outbox/outbox-repository.ts';
import { createResetLink } from '../people/credentials/password-reset.ts';
import { findUser } from '../people/directory/people-repository.ts';
import { findOpenQuestion } from '../questions/question-repository.ts';
import { findReadingOfOrder, findWriter } from '../readings/kept/reading-repository.ts';
import { formatDay } from '../time/business-days.ts';
import { formatMoment } from '../time/moment-words.ts';
import { composeFeedbackRequest, composeOrderLinks, composeWithdrawalReceipt } from './compose-aftercare.ts';
import { composeDisputeClosed, composeNewDay, composeRefund } from './compose-news.ts';
import { composeCodesGuessed, composeNotice } from './compose-notice.ts';
import { isStillNews } from './is-still-news.ts';
import { orderNewsOf, senderOf, siteOf } from './mail-values.ts';
import { paragraphs, prose } from './template-runtime.ts';
import {
  type RenderedMail,
  renderCustomerQuestion,
  renderOrderConfirmation,
  renderPasswordReset,
  renderReadingDelivery,
  renderTestEmail,
} from './templates.generated.ts';

/**
 * How large the HTML of a mail may be, in bytes: Gmail clips mails above 102 KB (https://www.caniemail.com/faq/), and
 * mail servers on the way add to it.
 */
const htmlBytesAtMost = 90 * 1024;

/** The beginning of a text, and whether the rest is left out. */
interface Beginning {
  text: string;
  isCut: boolean;
}

/**
 * @param room how many bytes its paragraphs may take in HTML
 * @returns as many whole paragraphs as fit; of a first one that is too long, as many lines or words as fit
 */
export function beginningOf(text: string, room: number): Beginning {
  const whole = prose(text);
  if (fits(whole, room)) return { text: whole, isCut: false };
  for (const gap of ['\n\n', '\n', ' ']) {
    const kept = asMuchAsFits(whole.split(gap), gap, room);
    if (kept) return { text: gap === ' ' ? `${kept} …` : kept, isCut: true };
  }
  return { text: '', isCut: true };
}

/** A longer text never takes less room, so a binary search works. */
function asMuchAsFits(parts: string[], gap: string, room: number): string {
  let fitting = 0;
  let tooMany = parts.length;
  while (tooMany - fitting > 1) {
    const middle = Math.floor((fitting + tooMany) / 2);
    if (fits(parts.slice(0, middle).join(gap), room)) fitting = middle;
    else tooMany = middle;
  }
  return parts.slice(0, fitting).join(gap).trimEnd();
}

function fits(text: string, room: number): boolean {
  return Buffer.byteLength(paragraphs(text)) <= room;
}

/**
 * @returns a mail of the outbox as it goes out, from the current order and reading; null when there is no more reason
 *   for it
 */
export function composeMail(context: Context, mail: MailRow): OutgoingMail | null {
  if (isNotice(mail)) return composeNotice(context, mail);
  const rendered = render(context, mail);
  if (!rendered) return null;
  return {
    messageId: mail.messageId,
    to: { name: mail.toName, address: mail.toAddress },
    ...rendered,
    opensAccount: mail.kind === 'password_reset',
  };
}

/** @returns the fixed text of the test page's mail */
export function composeTestMail(sender: ReturnType<typeof senderOf>): RenderedMail {
  return renderTestEmail(sender);
}

/** The bytes of a link to an order's page without the site's address, rounded up. */
const linkBytes = 100;

/**
 * @param writer who signs it, if known
 * @returns the mail that delivers a reading. If the reading is too long, the HTML part has only its beginning and a
 *   link to the rest; the text part has all of it.
 */
export function composeDelivery(
  context: Context,
  order: OrderRow,
  reading: { content: string; cards: DrawnCard[] },
  orderUrl: string,
  writer: Pick<ReaderProfile, 'displayName' | 'signature'> | null,
): RenderedMail {
  const site = siteOf(context);
  const { siteUrl } = site;
  const { signedBy, whoIsThat } = signatureOf(writer, site.siteName);
  const values = {
    ...site,
    orderUrl,
    addresseeName: order.readingAddresseeName,
    orderNumber: order.orderNumber,
    hasCards: reading.cards.length > 0,
    cards: reading.cards.map((drawn) => ({
      asDrawn: cardAsDrawn(drawn),
      position: drawn.position,
      pictureUrl: `${siteUrl}${cardPicturePath(drawn)}`,
    })),
    reading: reading.content,
    signedBy,
    whoIsThat: whoIsThat ?? '',
    hasWhoIsThat: whoIsThat !== null,
  };
  // Without the token, which is shorter in a preview, so that preview and mail are cut at the same place.
  const frame = renderReadingDelivery({ ...values, orderUrl: siteUrl, beginning: '', isCut: true });
  const room = htmlBytesAtMost - Buffer.byteLength(frame.html) - linkBytes;
  const { text, isCut } = beginningOf(reading.content, room);
  return renderReadingDelivery({ ...values, beginning: text, isCut });
}

function render(context: Context, mail: MailRow): RenderedMail | null {
  if (mail.kind === 'test_email') return composeTestMail(senderOf(context));
  if (mail.kind === 'password_reset') return composePasswordReset(context, mail);
  if (mail.kind === 'codes_guessed') return composeCodesGuessed(context, mail);
  if (mail.kind === 'order_links') return composeOrderLinks(context, mail);
  const order = isCustomerMail(mail) ? findOrderEvenDeleted(context.db, mail.orderId) : undefined;
  if (!isCustomerMail(mail) || !order) throw new Error(`mail ${mail.id} belongs to no order`);
  if (!isStillNews(context, mail, order)) return null;
  switch (mail.kind) {
    case 'order_confirmation':
      return renderOrderConfirmation({
        ...orderNewsOf(context, order),
        billingDescriptor: readDescriptorAt(context, order.paidAt ?? context.clock.now()),
        amount: formatCents(order.amountCents),
        dueDate: dueDate(context, order),
        paid: order.amountCents > 0,
        ...consentOf(context, order),
      });
    case 'reading_delivery': {
      const reading = findReadingOfOrder(context.db, order.id);
      if (!reading || order.status !== 'approved') {
        throw new Error(`order ${order.id} has no approved reading`);
      }
      return composeDelivery(
        context,
        order,
        reading,
        createOrderLink(context, order.id),
        findWriter(context.db, order.id),
      );
    }
    case 'refund_made':
    case 'refund_failed':
      return composeRefund(context, mail, order);
    case 'dispute_closed':
      return composeDisputeClosed(context, mail, order);
    case 'new_day':
      return composeNewDay(context, order);
    case 'customer_question':
    case 'question_reminder':
      return composeQuestion(context, mail.kind, order);
    case 'feedback_request':
      return composeFeedbackRequest(context, order);
    case 'withdrawal_receipt':
      return composeWithdrawalReceipt(context, order);
  }
}

function composeQuestion(
  context: Context,
  kind: 'customer_question' | 'question_reminder',
  order: OrderRow,
): RenderedMail | null {
  const open = findOpenQuestion(context.db, order.id);
  if (!open) return null;
  return renderCustomerQuestion({
    ...orderNewsOf(context, order),
    isReminder: kind === 'question_reminder',
    question: open.question,
  });
}

/**
 * While the order waits for its customer, the open question keeps the due date: a confirmation can be sent again then.
 */
function dueDate({ db, clock, config }: Context, order: OrderRow): string {
  const heldDueAt = order.dueAt === null ? findOpenQuestion(db, order.id)?.dueAt : null;
  const dueAt = order.dueAt ?? heldDueAt ?? order.createdAt;
  const day = formatDay(dueAt, config.businessTimeZone, clock.now());
  return heldDueAt ? `${day}, plus the time we wait for your answer` : day;
}

/** The consent that a customer ticked beside the terms, word for word. */
function consentOf({ db, config }: Context, { consentId, consentedAt }: OrderRow) {
  const consent = findTerms(db, consentId);
  if (consent === null || consentedAt === null) return { hasConsent: false, consent: '', consentedAt: '' };
  return { hasConsent: true, consent, consentedAt: formatMoment(consentedAt, config.businessTimeZone) };
}

/** Makes the link when the mail goes out: its lifetime begins then, and only its hash is stored. */
function composePasswordReset(context: Context, mail: MailRow): RenderedMail | null {
  const person = mail.userId ? findUser(context.db, mail.userId) : undefined;
  if (!person?.isActive || person.email !== mail.toAddress) return null;
  return renderPasswordReset({
    ...siteOf(context),
    username: person.username,
    resetUrl: createResetLink(context, person.id),
  });
}
