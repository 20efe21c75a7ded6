/** PNG files (https://www.w3.org/TR/png-3/): written with a palette or as plain RGB, read in every form without interlacing. */
import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { ByteReader } from './byte-reader.ts';
import type { Picture } from './picture.ts';

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
/** A logo is a few hundred pixels; a picture made to fill memory is not read. */
const maxPixels = 4_000_000;

/** Row by row, four bytes a pixel; alpha is not multiplied in. */
export interface Image {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue, alpha. */
  readonly rgba: Uint8Array;
}

/** With up to 256 colours as indexes into a palette: a third of the size. */
export function writePng(picture: Picture): Buffer {
  const { width, height } = picture;
  const indexed = withPalette(picture);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Eight bits a sample; a palette, or red, green and blue.
  head.set([8, indexed ? 3 : 2, 0, 0, 0], 8);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    ...(indexed ? [chunk('PLTE', indexed.palette)] : []),
    chunk('IDAT', deflateSync(indexed?.rows ?? plainRows(picture), { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A byte for the filter (none) before each row. */
function plainRows({ width, height, pixels }: Picture): Buffer {
  const stride = width * 3;
  const rows = Buffer.alloc((stride + 1) * height);
  for (let y = 0; y < height; y++) rows.set(pixels.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1);
  return rows;
}

function withPalette({ width, height, pixels }: Picture): { readonly palette: Buffer; readonly rows: Buffer } | undefined {
  const rows = Buffer.alloc((width + 1) * height);
  const indexes = new Map<number, number>();
  let last = -1;
  let index = 0;
  let from = 0;
  for (let y = 0; y < height; y++) {
    const row = y * (width + 1) + 1;
    for (let x = 0; x < width; x++, from += 3) {
      const color = ((pixels[from] as number) << 16) | ((pixels[from + 1] as number) << 8) | (pixels[from + 2] as number);
      if (color !== last) {
        last = color;
        const known = indexes.get(color);
        index = known ?? indexes.size;
        if (known === undefined && indexes.set(color, index).size > 256) return undefined;
      }
      rows[row + x] = index;
    }
  }
  const palette = Buffer.alloc(indexes.size * 3);
  for (const [color, at] of indexes) palette.writeUIntBE(color, at * 3, 3);
  return { palette, rows };
}

function chunk(name: string, data: Buffer): Buffer {
  const bytes = Buffer.alloc(data.length + 12);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(name, 4, 'latin1');
  data.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, data.length + 8)), data.length + 8);
  return bytes;
}

/** Undefined for what is no PNG, is damaged, interlaced or too large. */
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
  /** The value of a channel as 0–255; of a palette, its index. */
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

/** Colour type → numbers a pixel: grey, colour, palette, grey with alpha, colour with alpha. */
const channelsOf: ReadonlyMap<number, number> = new Map([
  [0, 1],
  [2, 3],
  [3, 1],
  [4, 2],
  [6, 4],
]);

/** Turns differences back into values, in place. */
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
