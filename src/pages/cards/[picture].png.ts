import type { APIRoute } from 'astro';
import sharp from 'sharp';
import { day, lines } from '../../../tailwind.config.mjs';
import { deck, pictureHeight, pictureWidth } from '../../shared/readings/cards.ts';
import { findDrawing } from '../../ui/card-files.ts';

/* The pictures for mails, which show no SVG, made by the build: each card, upright and reversed. */
export const prerender = true;

const density = 2;

interface Picture {
  card: string;
  isReversed: boolean;
}

/** Lists two pictures of each card: upright and reversed. */
export function getStaticPaths() {
  return deck.flatMap(({ slug }) => [
    { params: { picture: slug }, props: { card: slug, isReversed: false } satisfies Picture },
    { params: { picture: `${slug}-reversed` }, props: { card: slug, isReversed: true } satisfies Picture },
  ]);
}

/** Draws a card as a PNG for mails, in the standard colors. */
export const GET: APIRoute<Picture> = async ({ props: { card, isReversed } }) => {
  const drawing = findDrawing(card);
  if (!drawing) throw new Error(`There is no drawing of ${card}.`);
  const [width, height] = [pictureWidth * density, pictureHeight * density];
  // On paper of its own: mails may have a dark background.
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="2 2 116 196"
    fill="none" stroke-linecap="round" stroke-linejoin="round">
    <g${isReversed ? ' transform="rotate(180 60 100)"' : ''}>
      <rect x="3" y="3" width="114" height="194" rx="9" fill="${day['base-100']}" />
      <path stroke="${day.accent}" stroke-width="${lines.mail.fine}" d="${drawing.fine}" />
      <path stroke="${day.primary}" stroke-width="${lines.mail.bold}" d="${drawing.bold}" />
      <path fill="${day.accent}" d="${drawing.solid}" />
    </g>
  </svg>`;
  const png = await sharp(Buffer.from(svg)).png({ palette: true, colours: 16, effort: 2 }).toBuffer();
  return new Response(new Uint8Array(png), { headers: { 'Content-Type': 'image/png' } });
};
