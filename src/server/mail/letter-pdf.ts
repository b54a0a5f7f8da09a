import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { day, lines } from '../../../tailwind.config.mjs';
import { readDrawing } from '../../shared/readings/card-drawing.ts';
import { type DrawnCard, findCard } from '../../shared/readings/cards.ts';
import { fontFile, fontRuns } from './letter-fonts.ts';

/* The page of a delivered reading (OrderLetter.astro, letter.css) on paper. Lengths are in points. */

const regular = fontFile('letter-400');
const medium = fontFile('letter-500');
/** How high Fraunces rises above its baseline, in parts of its size. */
const ascent = 0.978;

export interface PrintableLetter {
  orderNumber: string;
  siteName: string;
  contactEmail: string;
  /** The hex color of headings and cards where the business chose one. */
  accent: string | null;
  paper: 'A4' | 'LETTER';
  approvedAt: number;
  addresseeName: string;
  cards: (DrawnCard & { title: string })[];
  paragraphs: string[];
  signedBy: string;
  signerDescription: string;
  /** A square JPEG. */
  portrait: Buffer | null;
}

const margins = { top: 62, bottom: 62, left: 68, right: 68 };
const textSize = 11.5;
const smallSize = 9;
/** The space to add between lines of Fraunces for the line height 1.6 of the printed page. */
const textGap = textSize * 0.37;
const cardColumns = 5;
const cardWidth = 56;
/** The drawings are 120 by 200. */
const cardScale = cardWidth / 120;
const cardHeight = 200 * cardScale;
const captionSize = 9.5;
const portraitWidth = 44;
/** The rule below the signature and the two lines below that. */
const closingHeight = 85;

type Doc = PDFKit.PDFDocument;
type Card = PrintableLetter['cards'][number];

/** Draws a letter as a PDF; the same letter always gives the same bytes. */
export async function drawLetter(letter: PrintableLetter): Promise<Buffer> {
  // It takes 35 MB and an eighth of a second: loaded when the first letter is made.
  const { default: PdfDocument } = await import('pdfkit');
  const doc = new PdfDocument({
    size: letter.paper,
    margins,
    font: regular,
    lang: 'en-US',
    pdfVersion: '1.7',
    displayTitle: true,
    info: {
      Title: `Your reading, order ${letter.orderNumber}`,
      Author: letter.siteName,
      CreationDate: new Date(letter.approvedAt),
    },
  });
  const whole = buffer(doc);
  doc.font(medium).fillColor(day['base-content']);
  write(doc, letter.siteName, 13, { face: medium });
  doc.y += 18;
  write(doc, `Dear ${letter.addresseeName},`, 24, { face: medium, characterSpacing: -0.2 });
  doc.y += 14;
  drawCards(doc, letter);
  doc.font(regular).fontSize(textSize).fillColor(day['base-content']);
  for (const paragraph of letter.paragraphs) {
    // A last line at the foot of a page would stand there alone.
    keepTogether(doc, 2 * doc.currentLineHeight(true));
    write(doc, paragraph, textSize, { lineGap: textGap });
    doc.y += 10;
    await yieldToEventLoop();
  }
  drawClosing(doc, letter);
  doc.end();
  return whole;
}

/** Draws the cards in rows of five, the last one centered, each with its title and position below. */
function drawCards(doc: Doc, { cards, accent }: PrintableLetter): void {
  const room = widthOf(doc) / cardColumns;
  for (let first = 0; first < cards.length; first += cardColumns) {
    const row = cards.slice(first, first + cardColumns);
    const height = cardHeight + 8 + Math.max(...row.map((card) => captionHeight(doc, card, room - 8)));
    keepTogether(doc, height);
    const top = doc.y;
    const left = margins.left + (room * (cardColumns - row.length)) / 2;
    for (const [column, card] of row.entries()) {
      const x = left + column * room;
      drawLines(doc, card, { x: x + (room - cardWidth) / 2, y: top, bold: accent ?? day.primary });
      const options = { width: room - 8, align: 'center' } as const;
      doc.x = x + 4;
      doc.y = top + cardHeight + 8;
      doc.fillColor(day['base-content']);
      write(doc, card.title, captionSize, options);
      doc.fillColor(day.quiet);
      if (card.position) write(doc, card.position, captionSize, { ...options, oblique: true });
    }
    doc.x = margins.left;
    doc.y = top + height + 16;
  }
}

function captionHeight(doc: Doc, { title, position }: Card, width: number): number {
  doc.font(regular).fontSize(captionSize);
  return doc.heightOfString(title, { width }) + (position ? doc.heightOfString(position, { width }) : 0);
}

function drawLines(
  doc: Doc,
  { card, isReversed }: Card,
  { x, y, bold }: { x: number; y: number; bold: string },
): void {
  if (!findCard(card)) return;
  const file = new URL(`../../assets/cards/${card}.svg`, import.meta.url);
  const drawing = readDrawing(readFileSync(file, 'utf8'));
  doc.save().translate(x, y).scale(cardScale).lineCap('round').lineJoin('round');
  if (isReversed) doc.rotate(180, { origin: [60, 100] });
  doc.path(drawing.fine).lineWidth(lines.mail.fine).stroke(day.accent);
  doc.path(drawing.bold).lineWidth(lines.mail.bold).stroke(bold);
  if (drawing.solid) doc.path(drawing.solid).fill(day.accent);
  doc.restore();
}

function drawClosing(doc: Doc, letter: PrintableLetter): void {
  const { signedBy, signerDescription, portrait, orderNumber, contactEmail } = letter;
  const notes = [
    `Order ${orderNumber}. Have a question about this reading? Email us at ${contactEmail}.`,
    'This reading is for guidance and entertainment purposes. Any decisions are up to you.',
  ];
  const options = { lineGap: textGap };
  const signature = [signedBy, signerDescription].filter((text) => text !== '').join('\n');
  keepTogether(doc, doc.heightOfString(`With warm wishes,\n${signature}`, options) + closingHeight);
  doc.y += 10;
  const { y: top } = doc;
  if (portrait) {
    drawPortrait(doc, portrait);
    doc.x += portraitWidth + 12;
  }
  write(doc, 'With warm wishes,', textSize, options);
  write(doc, signedBy, textSize, { ...options, oblique: true });
  if (signerDescription) write(doc, signerDescription, textSize, options);
  doc.x = margins.left;
  doc.y = Math.max(doc.y, portrait ? top + portraitWidth : 0) + 26;
  const right = margins.left + widthOf(doc);
  doc.moveTo(margins.left, doc.y).lineTo(right, doc.y).lineWidth(0.75).stroke(day.hairline);
  doc.y += 12;
  doc.fillColor(day.quiet);
  for (const note of notes) {
    write(doc, note, smallSize, { lineGap: 3 });
    doc.y += 3;
  }
}

function drawPortrait(doc: Doc, portrait: Buffer): void {
  const { x, y } = doc;
  const half = portraitWidth / 2;
  doc
    .save()
    .circle(x + half, y + half, half)
    .clip();
  doc.image(portrait, x, y, { width: portraitWidth }).restore();
  doc.x = x;
  doc.y = y;
}

type Writing = Pick<
  PDFKit.Mixins.TextOptions,
  'lineGap' | 'characterSpacing' | 'oblique' | 'align' | 'width'
>;

/** Writes a text below the content so far, each part in the font that has its characters, on the lines of Fraunces. */
function write(
  doc: Doc,
  text: string,
  size: number,
  { face = regular, lineGap = 0, align, ...options }: Writing & { face?: string } = {},
): void {
  const { x } = doc;
  const lineHeight = doc.fontSize(size).font(face).currentLineHeight(true) + lineGap;
  for (const line of text.split('\n')) {
    const runs = fontRuns(line || ' ').map(({ font, text: part }) => ({
      file: font === 'letter-400' ? face : fontFile(font),
      part,
    }));
    const isMixed = runs.length > 1;
    if (isMixed && align === 'center') {
      // PDFKit would center each part by itself.
      const width = runs.reduce(
        (sum, { file, part }) => sum + doc.font(file).widthOfString(part, options),
        0,
      );
      doc.x += Math.max(0, ((options.width ?? 0) - width) / 2);
    }
    for (const [index, { file, part }] of runs.entries()) {
      doc.font(file).text(part, {
        ...options,
        ...(!isMixed && align && { align }),
        lineGap: lineHeight - doc.currentLineHeight(true),
        baseline: -ascent * size,
        continued: index < runs.length - 1,
      });
    }
    doc.x = x;
  }
  doc.font(face);
}

/** Begins another page where a height no longer fits on this one. */
function keepTogether(doc: Doc, height: number): void {
  if (doc.y + height > doc.page.maxY()) doc.addPage().fillColor(day['base-content']);
}

function widthOf(doc: Doc): number {
  return doc.page.width - margins.left - margins.right;
}
