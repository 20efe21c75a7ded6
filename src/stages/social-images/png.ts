/**
 * PNG files (https://www.w3.org/TR/png-3/): written with a palette or as plain RGB, read in every form without
 * interlacing.
 */
import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { ByteReader } from './byte-reader.ts';
import type { IndexedPicture } from './indexed-picture.ts';
import type { Picture } from './picture.ts';

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
/** Limit for input images; logos have a few hundred pixels per side. */
const maxPixels = 4_000_000;

/** Row by row, four bytes per pixel; alpha is not premultiplied. */
export interface Image {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue, alpha. */
  readonly rgba: Uint8Array;
}

/**
 * Compresses 2.5 times as fast as the default 6, for a quarter more bytes: every page has a file, but few are ever
 * requested.
 */
const compression = { level: 3 };

/** With a palette, or as plain RGB. */
export function writePng(picture: Picture | IndexedPicture): Buffer {
  const { width, height } = picture;
  const isIndexed = 'colors' in picture;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Eight bits per sample; palette or RGB.
  head.set([8, isIndexed ? 3 : 2, 0, 0, 0], 8);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    ...(isIndexed ? [chunk('PLTE', palette(picture.colors))] : []),
    chunk('IDAT', deflateSync(isIndexed ? picture.rows : plainRows(picture), compression)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function palette(colors: readonly number[]): Buffer {
  const bytes = Buffer.alloc(colors.length * 3);
  for (const [index, color] of colors.entries()) bytes.writeUIntBE(color, index * 3, 3);
  return bytes;
}

/** A byte for the filter (none) before each row. */
function plainRows({ width, height, pixels }: Picture): Buffer {
  const stride = width * 3;
  const rows = Buffer.alloc((stride + 1) * height);
  for (let y = 0; y < height; y++) rows.set(pixels.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1);
  return rows;
}

function chunk(name: string, data: Buffer): Buffer {
  const bytes = Buffer.alloc(data.length + 12);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(name, 4, 'latin1');
  data.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, data.length + 8)), data.length + 8);
  return bytes;
}

/** Undefined for files that are not PNG, damaged, interlaced or too large. */
export function readPng(bytes: Uint8Array): Image | undefined {
  try {
    return decode(bytes);
  } catch {
    return undefined;
  }
}

function decode(bytes: Uint8Array): Image | undefined {
  if (!signature.every((byte, index) => bytes[index] === byte)) return undefined;
  const file = new ByteReader(bytes);
  file.at = signature.length;
  let head: { width: number; height: number; depth: number; kind: number } | undefined;
  let palette = new Uint8Array();
  let transparent = new Uint8Array();
  const packed: Uint8Array[] = [];
  while (file.at < file.size) {
    const size = file.u32();
    const name = file.tag();
    const data = bytes.subarray(file.at, file.at + size);
    if (name === 'IHDR') {
      head = { width: file.u32(), height: file.u32(), depth: file.u8(), kind: file.u8() };
      file.at += 2;
      if (file.u8() !== 0 || head.width * head.height > maxPixels) return undefined;
      file.at -= 13;
    } else if (name === 'PLTE') palette = data as typeof palette;
    else if (name === 'tRNS') transparent = data as typeof transparent;
    else if (name === 'IDAT') packed.push(data);
    else if (name === 'IEND') break;
    file.at += size + 4;
  }
  const channels = head && channelsOf.get(head.kind);
  if (head === undefined || channels === undefined) return undefined;
  const { width, height, depth, kind } = head;
  const stride = Math.ceil((width * channels * depth) / 8);
  const rows = inflateSync(Buffer.concat(packed), { maxOutputLength: (stride + 1) * height });
  unfilter(rows, stride, height, Math.max(1, (channels * depth) >> 3));
  const rgba = new Uint8Array(width * height * 4);
  /** The value of a channel as 0–255; for a palette, its index. */
  const sample = (row: number, index: number): number => {
    if (depth === 16) return rows[row + index * 2] as number;
    if (depth === 8) return rows[row + index] as number;
    const bit = index * depth;
    const value = ((rows[row + (bit >> 3)] as number) >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
    return kind === 3 ? value : (value * 255) / ((1 << depth) - 1);
  };
  for (let y = 0; y < height; y++) {
    const row = y * (stride + 1) + 1;
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4;
      const first = sample(row, x * channels);
      const hasColor = kind === 2 || kind === 6;
      for (let channel = 0; channel < 3; channel++)
        rgba[at + channel] =
          kind === 3 ? (palette[first * 3 + channel] ?? 0) : hasColor && channel > 0 ? sample(row, x * channels + channel) : first;
      rgba[at + 3] = kind === 3 ? (transparent[first] ?? 255) : kind >= 4 ? sample(row, x * channels + channels - 1) : 255;
    }
  }
  return { width, height, rgba };
}

/** Colour type → samples per pixel: grey, colour, palette, grey with alpha, colour with alpha. */
const channelsOf: ReadonlyMap<number, number> = new Map([
  [0, 1],
  [2, 3],
  [3, 1],
  [4, 2],
  [6, 4],
]);

/** Reverses the row filters, in place. */
function unfilter(rows: Buffer, stride: number, height: number, pixelBytes: number): void {
  for (let y = 0; y < height; y++) {
    const row = y * (stride + 1) + 1;
    const filter = rows[row - 1];
    for (let x = 0; x < stride; x++) {
      const left = x >= pixelBytes ? (rows[row + x - pixelBytes] as number) : 0;
      const up = y > 0 ? (rows[row + x - stride - 1] as number) : 0;
      const corner = y > 0 && x >= pixelBytes ? (rows[row + x - stride - 1 - pixelBytes] as number) : 0;
      const guess = filter === 1 ? left : filter === 2 ? up : filter === 3 ? (left + up) >> 1 : filter === 4 ? paeth(left, up, corner) : 0;
      rows[row + x] = (rows[row + x] as number) + guess;
    }
  }
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [toLeft, toUp, toCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  return toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner;
}
