import { createHash } from 'node:crypto';
import { errorMessage } from '../../../db/files.ts';
import { day } from '../../../tailwind.config.mjs';
import type { SignedIn } from './context.ts';
import { DomainError } from './domain-error.ts';
import { createQueue } from './queue.ts';

/** Twice the size on the pages, in pixels. */
const kinds = {
  portrait: { formats: ['jpeg', 'png', 'webp'], minimumSide: 128, width: 256, height: 256, fit: 'cover' },
  offer: { formats: ['jpeg', 'png', 'webp'], minimumSide: 128, width: 960, height: 640, fit: 'cover' },
  logo: { formats: ['svg', 'png'], minimumSide: 16, width: 640, height: 160, fit: 'inside' },
} as const;
export type PictureKind = keyof typeof kinds;
const choices = {
  portrait: 'a JPEG, PNG or WebP picture',
  offer: 'a JPEG, PNG or WebP picture',
  logo: 'an SVG or PNG file',
} satisfies Record<PictureKind, string>;

/** More than phone pictures have; limits the size to which a small file may unpack. */
const maximumPixels = 60_000_000;

export interface RenderedPicture {
  picture: Buffer;
  /** Part of its address. */
  hash: string;
  width: number;
  height: number;
}
export type ReadPicture = (user: SignedIn, file: File, kind: PictureKind) => Promise<RenderedPicture>;

/** A picture of 60 megapixels takes one second. */
const renderTimeoutSeconds = 20;

/** Returns a function that renders uploads one at a time, each with up to 340 MB of memory. @param takeTurn rate limit */
export function createPictureReader(takeTurn: (userId: string) => Promise<unknown>): ReadPicture {
  const queue = createQueue(1);
  return async (user, file, kind) => {
    await takeTurn(user.id);
    return queue.add(() => drawPicture(file, kind));
  };
}

/** Checks an uploaded picture and draws the stored one. @throws {DomainError} `invalid_request` if it cannot be used */
export async function drawPicture(file: File, kind: PictureKind): Promise<RenderedPicture> {
  const rendered = await renderPicture(new Uint8Array(await file.arrayBuffer()), kind);
  if ('problem' in rendered) throw new DomainError('invalid_request', rendered.problem);
  const { data: picture, info } = rendered;
  const hash = createHash('sha256').update(picture).digest('base64url').slice(0, 22);
  return { picture, hash, width: info.width, height: info.height };
}

/** Draws the stored picture of an uploaded file: upright, small, WebP, no metadata; or returns its `problem`. */
async function renderPicture(file: Uint8Array, kind: PictureKind) {
  const { formats, minimumSide, width: maximumWidth, height: maximumHeight, fit } = kinds[kind];
  const format = formatOf(file);
  if (!formats.some((known) => known === format)) return { problem: `Please choose ${choices[kind]}.` };
  // The library takes 20 MB.
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  try {
    const {
      format: found,
      width,
      height,
    } = await sharp(file, { limitInputPixels: false, failOn: 'error' }).metadata();
    if (found !== format) throw new Error(`The picture is a ${found}.`);
    if (width * height > maximumPixels) {
      return { problem: 'This picture has more than 60 megapixels. Please make it smaller first.' };
    }
    if (Math.min(width, height) < minimumSide) {
      return { problem: `This picture is too small. It needs ${minimumSide} pixels on each side.` };
    }
    const size = { fit, position: 'attention', withoutEnlargement: kind === 'logo' && format !== 'svg' };
    const given = sharp(file, { limitInputPixels: maximumPixels, failOn: 'error' });
    const drawn = given.autoOrient().resize(maximumWidth, maximumHeight, size).webp({ quality: 80 });
    return await drawn.timeout({ seconds: renderTimeoutSeconds }).toBuffer({ resolveWithObject: true });
  } catch (error) {
    if (errorMessage(error).startsWith('timeout')) {
      return { problem: 'This picture could not be read. Please choose another one.' };
    }
    return { problem: 'This picture is broken. Please choose another one.' };
  }
}

/** Converts a stored portrait to JPEG, for PDFs and mail programs without WebP. */
export async function portraitAsJpeg(picture: Uint8Array): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp(picture).flatten({ background: day['base-100'] }).jpeg({ quality: 85 }).toBuffer();
}

/** Returns whether the first bytes are of an accepted format: the decoder knows many more. */
function formatOf(file: Uint8Array): (typeof kinds)[PictureKind]['formats'][number] | null {
  const text = Buffer.from(file.subarray(0, 1_000)).toString('latin1');
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (/^RIFF....WEBP/s.test(text)) return 'webp';
  return /^(\xef\xbb\xbf)?\s*<(\?xml|!--|svg)\b.*<?svg\b/s.test(text) ? 'svg' : null;
}
