import { signatureOf } from '../../shared/people/profiles.ts';
import { cardTitle } from '../../shared/readings/cards.ts';
import { cleanLine } from '../../shared/text.ts';
import type { Context } from '../base/context.ts';
import type { MailAttachment } from '../base/mailer.ts';
import type { MailRow } from '../base/outbox-repository.ts';
import { findOrderEvenDeleted, type OrderRow } from '../orders/order-repository.ts';
import { findReadingOfOrder, findWriter, type ReadingRow } from '../readings/reading-repository.ts';
import { readCalendar } from '../shop/calendar.ts';
import { isMailOn } from '../shop/change-settings.ts';
import { letterCharacters } from './letter-characters.generated.ts';
import { drawLetter, type PrintableLetter } from './letter-pdf.ts';
import { senderOf } from './mail-values.ts';
import { prose } from './template-runtime.ts';

/** Countries whose printers have letter paper (Unicode CLDR, `paperSize`, as far as shops are there). */
const letterPaperCountries = ['US', 'CA', 'MX'];

/** A run without a gap is broken there: measuring it takes time that grows with the square of its length. */
const longestWord = /\S{1000}/g;

/** Returns true if the fonts of the PDF have every character of a text. */
export function canBePdf(text: string): boolean {
  return [...text].every((character) => character === '\n' || letterCharacters.has(character));
}

/** Returns a text as the PDF writes it: composed letters, plain spaces, nothing invisible. */
export function printable(text: string): string {
  return prose(text)
    .normalize('NFC')
    .replace(/[\t\p{Zs}]/gu, ' ')
    .replace(/\p{Cf}/gu, '')
    .replaceAll('\u2011', '\u2010');
}

/** Returns a delivered reading as a letter to print; null when the fonts lack one of its characters. */
export function findPrintableLetter(
  context: Context,
  order: OrderRow,
  reading: Pick<ReadingRow, 'content' | 'cards' | 'approvedAt'>,
): PrintableLetter | null {
  const { siteName, contactEmail, accent } = senderOf(context);
  const { signedBy, signerDescription } = signatureOf(findWriter(context.db, order.id), siteName);
  const { country } = readCalendar(context.db).calendar;
  const oneLine = (text: string) => printable(cleanLine(text));
  const letter: PrintableLetter = {
    orderNumber: order.orderNumber,
    siteName: oneLine(siteName),
    contactEmail: oneLine(contactEmail),
    accent: accent?.day ?? null,
    paper: letterPaperCountries.includes(country ?? '') ? 'LETTER' : 'A4',
    approvedAt: reading.approvedAt ?? 0,
    addresseeName: oneLine(order.readingAddresseeName),
    cards: reading.cards.map((drawn) => ({
      ...drawn,
      title: cardTitle(drawn),
      position: oneLine(drawn.position),
    })),
    paragraphs: printable(reading.content).replace(longestWord, '$&\n').split('\n\n'),
    signedBy: oneLine(signedBy),
    signerDescription: oneLine(signerDescription ?? ''),
  };
  const words = [
    ...[letter.siteName, letter.contactEmail, letter.addresseeName, letter.signedBy],
    ...[letter.signerDescription, ...letter.paragraphs, ...letter.cards.map(({ position }) => position)],
  ];
  return canBePdf(words.join('\n')) ? letter : null;
}

export async function createLetterPdf(letter: PrintableLetter): Promise<MailAttachment> {
  const content = await drawLetter(letter);
  return { filename: `${letter.orderNumber}.pdf`, contentType: 'application/pdf', content };
}

/** Returns the reading as a PDF for its delivery mail, where the owner wants it. A fault holds no mail back. */
export async function findAttachments(context: Context, mail: MailRow): Promise<MailAttachment[]> {
  const { db, log } = context;
  if (mail.kind !== 'reading_delivery' || mail.orderId === null || !isMailOn(db, 'readingPdf')) return [];
  try {
    const order = findOrderEvenDeleted(db, mail.orderId);
    const reading = findReadingOfOrder(db, mail.orderId);
    const letter = order && reading ? findPrintableLetter(context, order, reading) : null;
    return letter ? [await createLetterPdf(letter)] : [];
  } catch (error) {
    log.error({ err: error, orderId: mail.orderId }, 'a reading could not be made a PDF');
    return [];
  }
}
