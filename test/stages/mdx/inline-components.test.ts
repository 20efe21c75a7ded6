import { describe, expect, test } from 'vitest';
import { compile } from './compile.ts';

/** The body of a page in a line: components by their names, text as it stands. */
function shape(source: string): string {
  const { body } = compile(source);
  if (body.kind !== 'static') throw new Error('the page computes');
  return body.nodes
    .map((node) => (node.type === 'html' ? JSON.stringify(node.html) : node.type === 'component' ? node.name : node.tag))
    .join(' ');
}

describe('components on a line of their own', () => {
  test.each([
    ['<Badge>A</Badge> <Badge>B</Badge>', 'Badge "\\n" Badge'],
    ['<Badge>A</Badge>\n<Icon icon="check" />', 'Badge "\\n" Icon'],
    ['<Badge>A</Badge> <Tooltip tip="x">t</Tooltip> <Icon icon="check" />', 'Badge "\\n" Tooltip "\\n" Icon'],
    ['<span><Icon icon="check" /></span> <Badge>A</Badge>', 'span "\\n" Badge'],
  ])('should keep the blank between them: %s', (source, expected) => {
    expect(shape(source)).toBe(expected);
  });

  test('should have one also where there is none, as MDX has it: what is in a line alone becomes a block', () => {
    expect(shape('<Badge>A</Badge><Badge>B</Badge>')).toBe('Badge "\\n" Badge');
  });

  test.each([
    ['<Card title="A" />\n<Card title="B" />', 'Card Card'],
    ['<Badge>A</Badge>\n\n<Note>B</Note>', 'Badge Note'],
    ['<Steps>\n  <Step title="A" />\n\n  <Step title="B" />\n</Steps>', 'Steps'],
  ])('should get none beside blocks: %s', (source, expected) => {
    expect(shape(source)).toBe(expected);
  });
});
