/** A site that takes long enough to be interrupted. */
import { docsJson, type Files } from '../../harness/project.ts';

/** `count` pages of some paragraphs and code; `mark` makes every page another one. */
export function largeSite(count: number, mark = 'first'): Files {
  const names = Array.from({ length: count }, (_, number) => `pages/page-${number}`);
  const part = (number: number) =>
    `## Part ${number}\n\nText of the ${mark} build, **part ${number}**.\n\n\`\`\`js\nconst part = ${number};\n\`\`\`\n`;
  const body = Array.from({ length: 12 }, (_, number) => part(number)).join('\n');
  return {
    'docs.json': docsJson({ pages: ['index', ...names] }),
    'index.mdx': '---\ntitle: Home\n---\n\nWelcome.\n',
    ...Object.fromEntries(names.map((name) => [`${name}.mdx`, `---\ntitle: ${name}\n---\n\n${body}`])),
  };
}
