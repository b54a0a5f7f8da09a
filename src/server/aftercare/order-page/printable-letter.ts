import { signatureOf } from '../../../shared/people/profile-schema.ts';
import { cardTitle } from '../../../shared/readings/cards.ts';
import { cleanLine } from '../../../shared/text.ts';
import type { Context } from '../../base/context.ts';
import type { MailAttachment } from '../../base/mailer.ts';
import { portraitAsJpeg } from '../../base/render-picture.ts';
import { drawLetter, type PrintableLetter } from '../../mail/letter-pdf.ts';
import { prose } from '../../mail/template-runtime.ts';
import type { OrderRow } from '../../orders/order-repository.ts';
import { findShownPortrait } from '../../people/people-repository.ts';
import { findWriter, type ReadingRow } from '../../readings/reading-repository.ts';
import { readCalendar } from '../../shop/business-calendar.ts';
import { readSender } from '../../shop/read-business.ts';
import { readMoneyStyle } from '../../shop/settings-repository.ts';

/** Countries whose printers have letter paper (Unicode CLDR, `paperSize`, as far as shops are there). */
const letterPaperCountries = ['US', 'CA', 'MX'];

/** Where to break text without spaces: measuring it takes time quadratic in its length. */
const longestWord = /\S{1000}/g;

/** Cleans up a text for the PDF: composed letters, plain spaces, no invisible characters. */
export function printable(text: string): string {
  return prose(text)
    .normalize('NFC')
    .replace(/[\t\p{Zs}]/gu, ' ')
    .replace(/\p{Cf}/gu, '')
    .replaceAll('\u2011', '\u2010');
}

/** Returns the paper of the shop's country; without a country, of its currency and time zone. */
function paperOf({ db, config }: Context): PrintableLetter['paper'] {
  const { country } = readCalendar(db).calendar;
  const isLetter =
    country === null
      ? readMoneyStyle(db).currency === 'usd' &&
        /^(America|US)\/|^Pacific\/Honolulu$/.test(config.businessTimeZone)
      : letterPaperCountries.includes(country);
  return isLetter ? 'LETTER' : 'A4';
}

/** Returns an approved reading as the letter that `createLetterPdf` draws. */
export async function printableLetter(
  context: Context,
  order: OrderRow,
  reading: Pick<ReadingRow, 'content' | 'cards' | 'approvedAt'>,
): Promise<PrintableLetter> {
  const { siteName, contactEmail, accent } = readSender(context);
  const { signedBy, signerDescription, portrait } = signatureOf(findWriter(context.db, order.id), siteName);
  const picture = portrait && findShownPortrait(context.db, portrait.address);
  const oneLine = (text: string) => printable(cleanLine(text));
  return {
    orderNumber: order.orderNumber,
    siteName: oneLine(siteName),
    contactEmail: oneLine(contactEmail),
    accent: accent?.day ?? null,
    paper: paperOf(context),
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
    portrait: picture ? await portraitAsJpeg(picture) : null,
  };
}

export async function createLetterPdf(letter: PrintableLetter): Promise<MailAttachment> {
  const content = await drawLetter(letter);
  return { filename: `${letter.orderNumber}.pdf`, contentType: 'application/pdf', content };
}
