/** How wide and high a portrait is stored: twice what the pages show. */
const portraitPixels = 256;

export type DrawnPortrait = { picture: Buffer } | { problem: string };

/**
 * Makes the stored portrait from an uploaded file; a problem is for the person who uploaded it.
 *
 * @throws when it cannot be tried at all
 */
export type DrawPortrait = (file: Uint8Array) => Promise<DrawnPortrait>;

/** Its message says what to do. */
export class UnfitPicture extends Error {
  override readonly name = 'UnfitPicture';
}

/** More than phones take: it limits what a small file may unpack to. */
const mostPixels = 60_000_000;
const leastSide = 128;

const formats = ['jpeg', 'png', 'webp'];

/**
 * Makes the square picture that is stored: upright, small, WebP, without metadata.
 *
 * @throws {UnfitPicture}
 */
export async function drawPortrait(file: Uint8Array): Promise<Buffer> {
  if (!isKnownKind(file)) throw new UnfitPicture('Please choose a JPEG, PNG or WebP picture.');
  // It takes 20 MB.
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

/** By its first bytes: the decoder knows many more formats than it shall be given. */
function isKnownKind(file: Uint8Array): boolean {
  const text = Buffer.from(file.subarray(0, 12)).toString('latin1');
  return (
    text.startsWith('\xff\xd8\xff') ||
    text.startsWith('\x89PNG\r\n\x1a\n') ||
    (text.startsWith('RIFF') && text.endsWith('WEBP'))
  );
}
