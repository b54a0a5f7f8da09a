import { crc32, deflateSync, inflateSync } from 'node:zlib';

/*
 * Screenshots have few colours but are stored as if they had sixteen million. With a palette of 256 they take
 * a third of the room.
 */

const signature = Buffer.from('89504e470d0a1a0a', 'hex');

interface Chunk {
  type: string;
  data: Buffer;
}

function readChunks(png: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = signature.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    chunks.push({ type, data: png.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return chunks;
}

function writeChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}

/** Undoes the filters of PNG's lines (https://www.w3.org/TR/png-3/#9Filters). @returns the samples alone */
function unfilter(lines: Buffer, stride: number, channels: number): Uint8Array {
  const height = lines.length / (stride + 1);
  const samples = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = lines[y * (stride + 1)] ?? 0;
    const from = y * (stride + 1) + 1;
    const to = y * stride;
    for (let x = 0; x < stride; x++) {
      const left = x < channels ? 0 : (samples[to + x - channels] ?? 0);
      const above = y === 0 ? 0 : (samples[to + x - stride] ?? 0);
      const corner = x < channels || y === 0 ? 0 : (samples[to + x - stride - channels] ?? 0);
      samples[to + x] = (lines[from + x] ?? 0) + guess(filter, left, above, corner);
    }
  }
  return samples;
}

function guess(filter: number, left: number, above: number, corner: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return above;
    case 3:
      return (left + above) >> 1;
    case 4: {
      const toLeft = Math.abs(above - corner);
      const toAbove = Math.abs(left - corner);
      const toCorner = Math.abs(left + above - 2 * corner);
      if (toLeft <= toAbove && toLeft <= toCorner) return left;
      return toAbove <= toCorner ? above : corner;
    }
    default:
      return 0;
  }
}

/**
 * @returns for each colour the one that stands for it: the commonest of those that differ from it by less
 * than so many steps of 256, a power of two
 */
function choosePalette(colours: Map<number, number>, steps: number): Map<number, number> {
  const mask = 256 - steps;
  const groups = Map.groupBy(colours.keys(), (colour) => colour & (mask * 0x010101));
  const chosen = new Map<number, number>();
  for (const group of groups.values()) {
    const commonest = group.reduce((one, other) =>
      (colours.get(other) ?? 0) > (colours.get(one) ?? 0) ? other : one,
    );
    for (const colour of group) chosen.set(colour, commonest);
  }
  return chosen;
}

/**
 * Stores a screenshot with a palette. Colours that it has in plenty stay as they are; a rare one becomes its
 * commonest neighbour, by less than the comparison notices.
 *
 * @param png with eight bits a channel, not interlaced, as browsers make it
 * @returns the same picture, or the very same bytes when it has a palette already
 */
export function withPalette(png: Buffer): Buffer {
  const chunks = readChunks(png);
  const header = chunks.find(({ type }) => type === 'IHDR')?.data;
  if (!header) throw new Error('This is no PNG.');
  const [width, height, kind] = [header.readUInt32BE(0), header.readUInt32BE(4), header[9]];
  if (kind === 3) return png;
  const channels = kind === 6 ? 4 : 3;
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  const samples = unfilter(inflateSync(packed), width * channels, channels);
  const pixels = new Uint32Array(width * height);
  const colours = new Map<number, number>();
  let before = -1;
  let run = 0;
  const count = () => colours.set(before, (colours.get(before) ?? 0) + run);
  for (let pixel = 0; pixel < pixels.length; pixel++) {
    const at = pixel * channels;
    const colour = ((samples[at] ?? 0) << 16) | ((samples[at + 1] ?? 0) << 8) | (samples[at + 2] ?? 0);
    pixels[pixel] = colour;
    // Neighbours are mostly alike, and counted together.
    if (colour !== before) {
      count();
      before = colour;
      run = 0;
    }
    run++;
  }
  count();
  colours.delete(-1);

  const chosen = [1, 8, 16, 32]
    .map((steps) => choosePalette(colours, steps))
    .find((candidate) => new Set(candidate.values()).size <= 256);
  if (!chosen) throw new Error('This picture has too many colours.');
  const palette = [...new Set(chosen.values())];
  const places = new Map(palette.map((colour, place) => [colour, place]));
  const placeOf = new Map(
    [...colours.keys()].map((colour) => [colour, places.get(chosen.get(colour) ?? 0) ?? 0]),
  );

  const lines = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++)
      lines[y * (width + 1) + 1 + x] = placeOf.get(pixels[y * width + x] ?? 0) ?? 0;
  }
  const newHeader = Buffer.from(header);
  newHeader[9] = 3;
  const entries = Buffer.alloc(palette.length * 3);
  for (const [place, colour] of palette.entries()) entries.writeUIntBE(colour, place * 3, 3);
  return Buffer.concat([
    signature,
    writeChunk('IHDR', newHeader),
    writeChunk('PLTE', entries),
    writeChunk('IDAT', deflateSync(lines, { level: 9 })),
    writeChunk('IEND', Buffer.alloc(0)),
  ]);
}
