/**
 * Reads the tables and outlines of a WOFF2 font (https://www.w3.org/TR/WOFF2/). Supports only TrueType outlines, which
 * web fonts use.
 */
import { brotliDecompressSync } from 'node:zlib';
import { ByteReader } from './byte-reader.ts';

/** Points of one glyph in font units, all contours in one list. */
export interface SimpleGlyph {
  readonly x: readonly number[];
  readonly y: readonly number[];
  readonly onCurve: readonly boolean[];
  /** Index of the last point of each contour. */
  readonly ends: readonly number[];
}

/** A glyph composed of others, each moved and perhaps scaled: `x' = a·x + c·y + dx`, `y' = b·x + d·y + dy`. */
export interface CompositeGlyph {
  readonly parts: readonly { readonly glyph: number; readonly matrix: readonly [number, number, number, number]; dx: number; dy: number }[];
}

/** Simple glyphs have points, composite ones have parts. */
export type Glyph = SimpleGlyph | CompositeGlyph;

/** Excludes tables with their own transform, except `glyf`; glyphs by number. */
export interface FontTables {
  readonly tables: ReadonlyMap<string, Uint8Array>;
  readonly glyphs: readonly Glyph[];
}

/** Names of tables by their number in the directory. */
const tags =
  'cmap,head,hhea,hmtx,maxp,name,OS/2,post,cvt ,fpgm,glyf,loca,prep,CFF ,VORG,EBDT,EBLC,gasp,hdmx,kern,LTSH,PCLT,VDMX,vhea,vmtx,BASE,GDEF,GPOS,GSUB,EBSC,JSTF,MATH,CBDT,CBLC,COLR,CPAL,SVG ,sbix,acnt,avar,bdat,bloc,bsln,cvar,fdsc,feat,fmtx,fvar,gvar'.split(
    ',',
  );
/** Limit against decompression bombs: a web font unpacks to some hundred kilobytes. */
const maxBytes = 32 * 1024 * 1024;

/** Undefined for files that are not WOFF2 with transformed TrueType outlines. Throws `RangeError` on a damaged one. */
export function readWoff2(bytes: Uint8Array): FontTables | undefined {
  const file = new ByteReader(bytes);
  if (file.tag() !== 'wOF2' || file.u32() !== 0x00010000) return undefined;
  file.at = 12;
  const count = file.u16();
  file.at = 20;
  const packedSize = file.u32();
  file.at = 48;
  const directory: { tag: string; size: number; isPacked: boolean }[] = [];
  for (let index = 0; index < count; index++) {
    const flags = file.u8();
    const tag = (flags & 63) === 63 ? file.tag() : (tags[flags & 63] as string);
    const isGlyphs = tag === 'glyf' || tag === 'loca';
    const version = flags >> 6;
    const isPacked = isGlyphs ? version === 0 : version !== 0;
    const plainSize = file.base128();
    directory.push({ tag, size: isPacked ? file.base128() : plainSize, isPacked });
  }
  const data = brotliDecompressSync(bytes.subarray(file.at, file.at + packedSize), { maxOutputLength: maxBytes });
  const tables = new Map<string, Uint8Array>();
  let from = 0;
  for (const { tag, size, isPacked } of directory) {
    const isReadable = !isPacked || tag === 'glyf';
    if (isReadable) tables.set(tag, data.subarray(from, from + size));
    if (tag === 'glyf' && !isPacked) return undefined;
    from += size;
  }
  const packed = tables.get('glyf');
  return packed && { tables, glyphs: readGlyphs(packed) };
}

/** Decodes the transformed `glyf` table (WOFF2, 5.1), which has a stream for each kind of number. */
function readGlyphs(bytes: Uint8Array): Glyph[] {
  const head = new ByteReader(bytes);
  head.at = 4;
  const count = head.u16();
  head.at = 8;
  const sizes = Array.from({ length: 7 }, () => head.u32());
  const streams: ByteReader[] = [];
  let from = head.at;
  for (const size of sizes) {
    streams.push(new ByteReader(bytes.subarray(from, from + size)));
    from += size;
  }
  const [contours, points, flags, coordinates, composites] = streams as [ByteReader, ByteReader, ByteReader, ByteReader, ByteReader];
  const glyphs: Glyph[] = [];
  for (let index = 0; index < count; index++) {
    const contourCount = contours.i16();
    if (contourCount < 0) glyphs.push(readComposite(composites, coordinates));
    else glyphs.push(readSimple(contourCount, points, flags, coordinates));
  }
  return glyphs;
}

function readSimple(contourCount: number, points: ByteReader, flags: ByteReader, coordinates: ByteReader): SimpleGlyph {
  const glyph = { x: [] as number[], y: [] as number[], onCurve: [] as boolean[], ends: [] as number[] };
  let total = 0;
  for (let contour = 0; contour < contourCount; contour++) {
    total += points.u255();
    glyph.ends.push(total - 1);
  }
  let x = 0;
  let y = 0;
  for (let point = 0; point < total; point++) {
    const flag = flags.u8();
    const [dx, dy] = readStep(flag & 127, coordinates);
    x += dx;
    y += dy;
    glyph.x.push(x);
    glyph.y.push(y);
    glyph.onCurve.push(flag < 128);
  }
  // The length of the instructions, which are in their own stream.
  if (contourCount > 0) coordinates.u255();
  return glyph;
}

/** The step to the next point (WOFF2, 5.2): the flag gives the number of bytes and the meaning of their bits. */
function readStep(flag: number, bytes: ByteReader): [number, number] {
  const signed = (bit: number, size: number) => (flag & bit ? size : -size);
  if (flag < 10) return [0, signed(1, ((flag & 14) << 7) + bytes.u8())];
  if (flag < 20) return [signed(1, (((flag - 10) & 14) << 7) + bytes.u8()), 0];
  if (flag < 84) {
    const high = flag - 20;
    const low = bytes.u8();
    return [signed(1, 1 + (high & 0x30) + (low >> 4)), signed(2, 1 + ((high & 0x0c) << 2) + (low & 15))];
  }
  if (flag < 120) {
    const high = flag - 84;
    return [signed(1, 1 + (Math.floor(high / 12) << 8) + bytes.u8()), signed(2, 1 + (((high % 12) >> 2) << 8) + bytes.u8())];
  }
  if (flag < 124) {
    const [first, second, third] = [bytes.u8(), bytes.u8(), bytes.u8()];
    return [signed(1, (first << 4) + (second >> 4)), signed(2, ((second & 15) << 8) + third)];
  }
  return [signed(1, bytes.u16()), signed(2, bytes.u16())];
}

function readComposite(bytes: ByteReader, coordinates: ByteReader): CompositeGlyph {
  const parts: CompositeGlyph['parts'][number][] = [];
  let flags: number;
  let hasInstructions = false;
  do {
    flags = bytes.u16();
    const glyph = bytes.u16();
    // Point-matching offsets (bit 2 unset) are obsolete: such a part is not moved.
    const isDistance = (flags & 2) !== 0;
    const [dx, dy] = flags & 1 ? [bytes.i16(), bytes.i16()] : [bytes.i8(), bytes.i8()];
    const matrix: [number, number, number, number] = [1, 0, 0, 1];
    if (flags & 8) matrix[0] = matrix[3] = bytes.f2dot14();
    else if (flags & 0x40) [matrix[0], matrix[3]] = [bytes.f2dot14(), bytes.f2dot14()];
    else if (flags & 0x80) for (const at of [0, 1, 2, 3]) matrix[at] = bytes.f2dot14();
    if (flags & 0x100) hasInstructions = true;
    parts.push({ glyph, matrix, dx: isDistance ? dx : 0, dy: isDistance ? dy : 0 });
  } while (flags & 0x20);
  if (hasInstructions) coordinates.u255();
  return { parts };
}
