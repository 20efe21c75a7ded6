/** Finds the code samples in a Markdown text, whose content has no effect. */

/** A function that tells whether an offset is in a fenced block or inline code. */
export function codeRanges(text: string): (offset: number) => boolean {
  const ranges: [number, number][] = [];
  let fence = '';
  let opened = 0;
  let offset = 0;
  for (const line of text.split('\n')) {
    const mark = /^[\s>]*(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
    if (fence === '' && mark !== '') {
      fence = mark;
      opened = offset;
    } else if (fence !== '' && mark.startsWith(fence)) {
      ranges.push([opened, offset + line.length]);
      fence = '';
    } else if (fence === '') {
      for (const span of line.matchAll(/(`+)(?!`)[^\n]*?[^`]\1(?!`)/g))
        ranges.push([offset + span.index, offset + span.index + span[0].length]);
    }
    offset += line.length + 1;
  }
  if (fence !== '') ranges.push([opened, text.length]);
  return (at) => {
    let low = 0;
    let high = ranges.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const [start, end] = ranges[middle] as [number, number];
      if (at < start) high = middle - 1;
      else if (at >= end) low = middle + 1;
      else return true;
    }
    return false;
  };
}
