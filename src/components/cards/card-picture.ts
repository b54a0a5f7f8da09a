import sharp from 'sharp';
import { day, lines } from '../../../tailwind.config.mjs';
import type { CardDrawing } from '../../islands/ui/drawings/card-frame.ts';
import { pictureHeight, pictureWidth } from '../../shared/readings/card-pictures.ts';

/** Screens with many dots to a pixel get them. */
const density = 2;

/**
 * A card as a picture for mails, which show no SVG: on paper of its own, so that it can lie on a dark ground.
 *
 * @returns a PNG
 */
export function cardPicture({ fine, bold, solid }: CardDrawing, isReversed: boolean): Promise<Buffer> {
  const [width, height] = [pictureWidth * density, pictureHeight * density];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="2 2 116 196"
    fill="none" stroke-linecap="round" stroke-linejoin="round">
    <g${isReversed ? ' transform="rotate(180 60 100)"' : ''}>
      <rect x="3" y="3" width="114" height="194" rx="9" fill="${day['base-100']}" />
      <path stroke="${day.accent}" stroke-width="${lines.mail.fine}" d="${fine}" />
      <path stroke="${day.primary}" stroke-width="${lines.mail.bold}" d="${bold}" />
      <path fill="${day.accent}" d="${solid}" />
    </g>
  </svg>`;
  return sharp(Buffer.from(svg)).png({ palette: true, colours: 16, effort: 2 }).toBuffer();
}
