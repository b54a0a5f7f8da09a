import { portraitPixels } from './portrait.ts';

/** What a picture that cannot become a portrait lacks, for the person who sent it. */
export class UnfitPicture extends Error {
  override readonly name = 'UnfitPicture';
}

/** As many as the best telephones take. What a file of some kilobytes unpacks to has no other bound. */
const mostPixels = 60_000_000;
const leastSide = 128;

const formats = ['jpeg', 'png', 'webp'];

/**
 * Makes the square picture that is kept: upright, small, WebP, without anything else that came with the file.
 *
 * @throws {UnfitPicture} whose message says what to do
 */
export async function drawPortrait(file: Uint8Array): Promise<Buffer> {
  if (!isKnownKind(file)) throw new UnfitPicture('Please choose a JPEG, PNG or WebP picture.');
  // Some twenty megabytes of program, which few processes ever need.
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  const given = sharp(file, { limitInputPixels: mostPixels, failOn: 'error' });
  const { format, width, height } = await given.metadata().catch(() => {
    throw unreadable();
  });
  if (!formats.includes(format)) throw unreadable();
  if (width * height > mostPixels) {
    throw new UnfitPicture('This picture has more than 60 megapixels. Please make it smaller first.');
  }
  if (Math.min(width, height) < leastSide) {
    throw new UnfitPicture(`This picture is too small. It needs ${leastSide} pixels on each side.`);
  }
  return given
    .autoOrient()
    .resize(portraitPixels, portraitPixels, { fit: 'cover', position: 'attention' })
    .webp({ quality: 80 })
    .toBuffer()
    .catch(() => {
      throw unreadable();
    });
}

function unreadable(): UnfitPicture {
  return new UnfitPicture('This picture is broken. Please choose another one.');
}

/** By its first bytes: nothing else is handed to what reads pictures, which knows many more kinds. */
function isKnownKind(file: Uint8Array): boolean {
  const text = Buffer.from(file.subarray(0, 12)).toString('latin1');
  return (
    text.startsWith('\xff\xd8\xff') ||
    text.startsWith('\x89PNG\r\n\x1a\n') ||
    (text.startsWith('RIFF') && text.endsWith('WEBP'))
  );
}
