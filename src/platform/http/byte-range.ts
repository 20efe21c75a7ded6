/** A range of bytes, counted from 0. */
export interface ByteRange {
  readonly start: number;
  /** Inclusive. */
  readonly end: number;
}

/** Parses a single range. Several ranges and other units are ignored, so the complete file is sent (RFC 9110, section 14.2). */
export function rangeOf(header: string | undefined, size: number): ByteRange | 'impossible' | undefined {
  const [, from, to] = /^bytes=(\d{0,40})-(\d{0,40})$/i.exec(header ?? '') ?? [];
  if (from === undefined || (from === '' && to === '')) return undefined;
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return start > end || start >= size ? 'impossible' : { start, end };
}
