import { errorMessage } from '../../../db/files.ts';
import { day } from '../../../tailwind.config.mjs';
import { createQueue } from '../base/queue.ts';

/** How wide and high a portrait is stored: twice what the pages show. */
const portraitPixels = 256;

/** More than phones take: it limits what a small file may unpack to. */
const maximumPixels = 60_000_000;
const minimumSide = 128;

const formats = ['jpeg', 'png', 'webp'];

export type RenderedPortrait = { picture: Buffer } | { problem: string };
export type RenderPortrait = (file: Uint8Array) => Promise<RenderedPortrait>;

/** A picture of 60 megapixels takes one second. */
const renderTimeoutSeconds = 20;

/** Returns a renderer that makes portraits one at a time: one of 60 megapixels takes up to 340 MB meanwhile. */
export function createPortraitRenderer(): RenderPortrait {
  const queue = createQueue(1);
  return (file) => queue.add(() => renderPortrait(file));
}

/** Makes the stored picture of an uploaded file: square, upright, small, WebP, no metadata; or tells its `problem`. */
async function renderPortrait(file: Uint8Array): Promise<RenderedPortrait> {
  if (!isKnownKind(file)) return { problem: 'Please choose a JPEG, PNG or WebP picture.' };
  // It takes 20 MB.
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  try {
    const { format, width, height } = await sharp(file, {
      limitInputPixels: false,
      failOn: 'error',
    }).metadata();
    if (!formats.includes(format)) throw new Error(`The picture is a ${format}.`);
    if (width * height > maximumPixels) {
      return { problem: 'This picture has more than 60 megapixels. Please make it smaller first.' };
    }
    if (Math.min(width, height) < minimumSide) {
      return { problem: `This picture is too small. It needs ${minimumSide} pixels on each side.` };
    }
    const size = { fit: 'cover', position: 'attention' } as const;
    const given = sharp(file, { limitInputPixels: maximumPixels, failOn: 'error' });
    const drawn = given.autoOrient().resize(portraitPixels, portraitPixels, size).webp({ quality: 80 });
    return { picture: await drawn.timeout({ seconds: renderTimeoutSeconds }).toBuffer() };
  } catch (error) {
    if (errorMessage(error).startsWith('timeout')) {
      return { problem: 'This picture could not be read. Please choose another one.' };
    }
    return { problem: 'This picture is broken. Please choose another one.' };
  }
}

/** Returns a stored portrait as JPEG, for PDFs and mail programs that show no WebP. */
export async function portraitAsJpeg(picture: Uint8Array): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp(picture).flatten({ background: day['base-100'] }).jpeg({ quality: 85 }).toBuffer();
}

/** By its first bytes: the decoder knows many more formats than it shall be given. */
function isKnownKind(file: Uint8Array): boolean {
  const text = Buffer.from(file.subarray(0, 12)).toString('latin1');
  return (
    text.startsWith('\xff\xd8\xff') ||
    text.startsWith('\x89PNG\r\n\x1a\n') ||
    (text.startsWith('RIFF') && text.endsWith('WEBP'))
  );
}
