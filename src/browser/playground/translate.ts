/** The playground's messages in the language of the page. */
import { englishPlaygroundMessages, type PlaygroundMessages, type PlaygroundWord } from '../../shared/playground/playground-messages.ts';

let words: PlaygroundMessages = englishPlaygroundMessages;

/** Sets the messages; a page has one language. */
export function setMessages(own: Partial<PlaygroundMessages> = {}): void {
  words = { ...englishPlaygroundMessages, ...own };
}

/** The message with its `{name}` placeholders replaced. Inserted values are not searched for placeholders. */
export function translate(word: PlaygroundWord, values: Readonly<Record<string, string | number>> = {}): string {
  const [one = '', many = one] = words[word].split(' ¦ ');
  return (values.count === 1 ? one : many).replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  );
}

/** A readable duration: `90 seconds`, `1 hour`, in the language of the page. */
export function durationText(seconds: number): string {
  const [count, unit] = seconds < 120 ? [seconds, 'second'] : seconds < 7200 ? [seconds / 60, 'minute'] : [seconds / 3600, 'hour'];
  return new Intl.NumberFormat(document.documentElement.lang || 'en', { style: 'unit', unit, unitDisplay: 'long' }).format(
    Math.round(count),
  );
}
