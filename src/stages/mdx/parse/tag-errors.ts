/** The diagnostics of tags, links and marks that cannot be read as their author meant them: one function for each. */
import { type Diagnostic, diagnostic, type SourceLocation } from '../../../model/diagnostic.ts';
import { maxQuoted, quoted } from '../errors.ts';

type At = SourceLocation;

/** Void elements of HTML, which have no closing tag. */
const voidElement = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i;

/** `hint` shows where the closing tag is misplaced; `text` is the tag as written. */
export const unclosedTag = (at: At, name: string, hint?: string, text = `<${name}>`): Diagnostic => {
  // A long tag is not truncated, because its end matters.
  const whole = text.length > maxQuoted ? `<${name} …>` : quoted(text);
  const closed = whole.replace(/\s*\/?>$/, ' />');
  const fix = voidElement.test(name) ? `write ${closed}` : (hint ?? `add </${name}>, or write ${closed} if it has no content`);
  return diagnostic('mdx/syntax', { message: `<${name}> is never closed`, location: at, hint: fix });
};

/** An opening tag where the closing one belongs. */
export const openedAgain = (at: At, name: string): Diagnostic =>
  diagnostic('mdx/syntax', { message: `<${name}> is opened again instead of closed`, location: at, hint: `write </${name}>` });

/** A closing tag without its opening one. */
export const strayClosingTag = (at: At, name: string): Diagnostic =>
  diagnostic('mdx/syntax', { message: `</${name}> has no opening tag`, location: at, hint: `remove it, or add <${name}> before it` });

/** An HTML comment in MDX is an error; docsgen omits it, as the author intended. */
export const htmlComment = (at: At): Diagnostic =>
  diagnostic('mdx/syntax', {
    message: 'HTML comments are not valid in MDX',
    location: at,
    hint: 'write {/* … */} instead of <!-- … -->',
  });

/** The markers of an unresolved merge, which docsgen leaves out. */
export const mergeConflict = (at: At): Diagnostic =>
  diagnostic('mdx/syntax', {
    message: 'the page contains a merge conflict, so docsgen shows both versions',
    location: at,
    hint: 'keep one of the versions, and remove the lines <<<<<<<, ======= and >>>>>>>',
  });

/** A closing tag whose name is misspelled. */
export const wrongClosingTag = (at: At, name: string, open: string): Diagnostic =>
  diagnostic('mdx/syntax', { message: `</${name}> does not close <${open}>`, location: at, hint: `write </${open}>` });

/** A closing tag at the end of a list item or paragraph that its element contains. */
export const misplacedTag = (at: At, name: string): Diagnostic =>
  diagnostic('mdx/syntax', {
    message: `</${name}> belongs to the preceding list item or paragraph, so it does not close <${name}>`,
    location: at,
    hint: `write </${name}> on its own line`,
  });

/** Looks like a tag but is not valid: shown as text. */
export const badTag = (at: At, text: string, hint = 'write \\< or &lt; for a literal "<"'): Diagnostic =>
  diagnostic('mdx/syntax', { message: `"${quoted(text)}" is not a valid tag`, location: at, hint });

/** A variable with one brace too few at its end; shown as text. */
export const openVariable = (at: At, text: string, name: string): Diagnostic =>
  diagnostic('mdx/syntax', {
    message: `"${text}" is not a variable: it ends with only one brace`,
    location: at,
    hint: `write {{${name}}}`,
  });

/** A link with a typing error. `better` is the correct form. */
export const literalLink = (at: At, text: string, better: string): Diagnostic =>
  diagnostic('mdx/literal-markup', {
    message: `"${quoted(text)}" is not a link, so docsgen shows it as text`,
    location: at,
    hint: `write ${better}`,
  });

/** An image with its size in the parentheses, as other tools write it. */
export const literalImage = (at: At, text: string, image: Readonly<Record<string, string | undefined>>): Diagnostic => {
  const attributes = Object.entries(image).map(([name, value]) => (name === 'alt' || value ? ` ${name}="${value}"` : ''));
  return diagnostic('mdx/literal-markup', {
    message: `"${quoted(text)}" is not an image, so docsgen shows it as text`,
    location: at,
    hint: `write <img${attributes.join('')} />`,
  });
};

/** `[label][name]` without a line that defines the name. */
export const literalReference = (at: At, text: string, label: string, name: string): Diagnostic =>
  diagnostic('mdx/literal-markup', {
    message: `link "${quoted(name)}" is not defined on this page, so docsgen shows "${quoted(text)}" as text`,
    location: at,
    hint: `write [${quoted(label)}](/path), or add a line [${quoted(name)}]: /path`,
  });

/** Bold text with blanks inside its marks. */
export const literalBold = (at: At, text: string, words: string): Diagnostic =>
  diagnostic('mdx/literal-markup', {
    message: `"${quoted(text)}" is not bold, so docsgen shows the asterisks`,
    location: at,
    hint: `write **${quoted(words)}**, without spaces inside the asterisks`,
  });

/** A heading without a space after its marks, or with another blank, such as a no-break space, which looks the same. */
export const literalHeading = (at: At, text: string, marks: string, title: string): Diagnostic => {
  const better = `${marks} ${title.trim()}`;
  return diagnostic('mdx/literal-markup', {
    message: `"${quoted(text)}" is not a heading, so docsgen shows it as text`,
    location: at,
    hint: /^\s/.test(title) ? `replace the blank after ${marks} by a space: it is a different character` : `write ${quoted(better)}`,
  });
};

/** A reference to a footnote that the page does not have. */
export const literalFootnote = (at: At, text: string, name: string): Diagnostic =>
  diagnostic('mdx/literal-markup', {
    message: `footnote "${quoted(text)}" is not defined on this page, so docsgen shows it as text`,
    location: at,
    hint: `add a line that begins with [^${name}]:`,
  });
