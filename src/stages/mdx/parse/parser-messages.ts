/**
 * The English messages of the two parsers that docsgen matches, in one table. The native parser gives every error the
 * same code (`mdx-jsx:unexpected-character`), and both report the name and position of an opening tag only in the
 * text. `test/stages/mdx/parser-messages.test.ts` compares the table with the installed versions.
 */
export const parserMessages = {
  /** Native parser: line, column and text in front of the code. */
  position: /^(\d+):(\d+): ([\s\S]*?)(?: \([\w-]+:[\w-]+\))?$/,
  /** A closing tag without an opening one; its name from the native parser only. */
  strayClosingTag: /^Unexpected closing (?:tag `<\/([^>`]*)>`, expected an open tag first|slash)/,
  /** An opening tag without its closing one: name, line and column. */
  unclosedTag: /closing tag for `<([^>`]*)>` \((\d+):(\d+)/,
  /** A closing tag in a paragraph that begins after its opening tag: its name. */
  misplacedClosingTag: /closing tag `<\/([^>`]*)>` either after the end of/,
  /** The closing tag that comes instead. */
  otherClosingTag: /^Unexpected closing tag `(<\/[^`]*>)`/,
  /** The paragraph or list item that ends before the closing tag. */
  container: /before the end of `(\w+)`/,
  /** The error is in code, not in a tag. */
  inCode: /expression|lazy line|import\/exports/i,
  /** A brace without its closing one. */
  endOfFile: /end of file/,
  /** Prefix of the message of the JavaScript parser. */
  expression: /^Could not parse expression with \w+:? ?/,
} as const;
