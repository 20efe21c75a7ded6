/** Locates JSON syntax errors. */
import { translate } from '../translate.ts';

/** Maximum length to check, so that typing stays fast. */
export const longestChecked = 512 * 1024;

/** Message for the reader; undefined for valid JSON and for texts longer than `longestChecked`. */
export function syntaxProblem(text: string): string | undefined {
  const message = parserMessage(text);
  return message === undefined ? undefined : syntaxMessage(text, message);
}

/** Line number of the error, if the engine reports it. */
export function problemLine(text: string): number | undefined {
  const message = parserMessage(text);
  return message === undefined ? undefined : positionOf(text, message)?.line;
}

function parserMessage(text: string): string | undefined {
  if (text.length > longestChecked) return undefined;
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Engines report the position in their own English text, or not at all. */
function positionOf(text: string, message: string): { readonly line: number; readonly column: number } | undefined {
  const position = /position (\d+)/.exec(message)?.[1];
  if (position === undefined) return undefined;
  const before = text.slice(0, Number(position)).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

function syntaxMessage(text: string, message: string): string {
  const place = positionOf(text, message);
  if (place === undefined) return `${translate('notJson')}: ${message.replace(/ in JSON$/, '')}`;
  return `${translate('notJsonAt', place)}: ${message.replace(/ in JSON at position.*$/, '')}`;
}
