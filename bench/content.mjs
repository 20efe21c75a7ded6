// Pages of an imaginary product, identical on every host: about 5 kB each, with headings, links, a table, lists, a
// callout, cards, tabs, steps and four code blocks. Written for docsgen, in plain Markdown for Hugo, and (`peers.mjs`)
// for others.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const things =
  'ledger parcel sensor reader invoice depot shelf crate route driver permit gate meter valve beacon roster stamp voucher tariff docket'.split(
    ' ',
  );
const deeds = 'weigh seal open count move label scan split merge return store check release reserve inspect'.split(' ');
const kinds = 'open sealed spare fragile local remote early late shared single'.split(' ');
const ends = [
  'before the gate closes',
  'once the first scan is in',
  'without a second stamp',
  'in each depot',
  'when the shift ends',
  'so that nothing is counted twice',
  'as long as the permit holds',
  'unless a driver says otherwise',
];
const perSection = 20;

/** A small random number generator, seeded by the page, so that page 7 is the same in every run and size. */
function dice(seed) {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return (sides) => {
    state = Math.imul(state ^ (state >>> 15), 0x85ebca6b) + 0x6d2b79f5;
    const mixed = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) % sides;
  };
}

export const pathOf = (index) => `section-${Math.floor(index / perSection)}/page-${index}`;
const capital = (word) => word[0].toUpperCase() + word.slice(1);
export const fence = (info, code) => `\`\`\`${info}\n${code}\n\`\`\``;

/** The content of page `index` of a site with `count` pages. `root`: prefix of links to other pages. */
export function partsOf(index, count, root = '/') {
  const roll = dice(index);
  const one = (list) => list[roll(list.length)];
  const link = () => `[${one(deeds)} the ${one(things)}](${root}${pathOf(roll(count))})`;
  const sentence = () => {
    const start = `The ${one(kinds)} ${one(things)} will ${one(deeds)} the ${one(things)} ${one(ends)}`;
    switch (roll(5)) {
      case 0:
        return `${start}; to know more, ${link()}.`;
      case 1:
        return `${start}, and \`${one(deeds)}()\` gives a **${one(kinds)} ${one(things)}**.`;
      case 2:
        return `Take the *${one(kinds)}* way to ${one(deeds)} a ${one(things)}.`;
      default:
        return `${start}.`;
    }
  };
  const text = (sentences) => Array.from({ length: sentences }, sentence).join(' ');
  const [thing, other, deed] = [one(things), one(things), one(deeds)];
  return {
    title: `${capital(deed)} a ${one(kinds)} ${thing}`,
    description: `How to ${deed} a ${thing} and what happens to the ${other}.`,
    intro: text(4),
    note: text(2),
    sections: Array.from({ length: 4 }, () => ({
      heading: `${capital(one(deeds))} the ${one(things)}`,
      text: text(4),
      list: Array.from({ length: 4 }, sentence),
    })),
    rows: Array.from({ length: 6 }, () => [`\`${one(things)}_${one(deeds)}\``, one(['string', 'integer', 'boolean']), sentence()]),
    cards: Array.from({ length: 2 }, () => ({
      title: `${capital(one(deeds))} a ${one(things)}`,
      href: `${root}${pathOf(roll(count))}`,
      text: sentence(),
    })),
    tabs: ['By hand', 'By program'].map((title) => ({ title, text: text(2) })),
    steps: [`Find the ${thing}`, `${capital(deed)} it`, `Tell the ${other}`].map((title) => ({ title, text: sentence() })),
    code: codeOf({ thing, other, deed, roll, index }),
  };
}

function codeOf({ thing, other, deed, roll, index }) {
  return {
    ts: `import { Depot } from '@depot/client';

const depot = new Depot({ key: process.env.DEPOT_KEY, tries: ${1 + roll(5)} });

export async function ${deed}${capital(thing)}(id: string): Promise<void> {
  // A ${other} is moved only once.
  for await (const ${thing} of depot.${thing}s({ limit: ${10 + roll(90)} })) {
    if (${thing}.id !== id || ${thing}.state === 'gone') continue;
    await ${thing}.${deed}({ reason: \`${other} \${id}\`, dry: false });
  }
}`,
    python: `from depot import Depot


def ${deed}_all(${thing}s: list[str], *, strict: bool = True) -> int:
    """${capital(deed)} each ${thing}, return how many were moved."""
    moved = 0
    for item in ${thing}s:
        if strict and not item:
            raise ValueError(f"no {item!r}")
        moved += Depot().${deed}(item)["moved"]
    return moved`,
    bash: `# ${capital(deed)} one ${thing}
export DEPOT_KEY="key_${roll(1e6)}"
curl -sS -X POST "https://depot.test/v1/${thing}s/${index}" \\
  -H "Authorization: Bearer $DEPOT_KEY" \\
  -d '{"deed":"${deed}","count":${roll(100)}}' | jq .id`,
    json: JSON.stringify(
      { id: `${thing}_${roll(1e6)}`, deed, live: roll(2) === 1, limits: { burst: roll(100), steady: roll(10) / 4 }, tags: [other, null] },
      null,
      2,
    ),
  };
}

/** The page in one syntax: `forms` writes what the tools write differently. */
export function pageOf(parts, forms) {
  const rows = parts.rows.map((row) => `| ${row.join(' | ')} |`).join('\n');
  const sections = parts.sections.map(
    ({ heading, text, list }) => `## ${heading}\n\n${text}\n\n${list.map((item) => `- ${item}`).join('\n')}`,
  );
  const blocks = [
    parts.intro,
    forms.note(parts.note),
    sections[0],
    forms.group(parts.code),
    sections[1],
    `| Field | Type | Meaning |\n| --- | --- | --- |\n${rows}`,
    forms.cards(parts.cards),
    sections[2],
    fence('bash', parts.code.bash),
    forms.tabs(parts.tabs),
    sections[3],
    forms.steps(parts.steps),
    fence('json', parts.code.json),
  ];
  return `---\ntitle: ${parts.title}\ndescription: ${parts.description}\n---\n\n${forms.imports ?? ''}${blocks.join('\n\n')}\n`;
}

const element = (name, attributes, text) => `  <${name} ${attributes}>\n    ${text}\n  </${name}>`;
const docsgenForms = {
  note: (text) => `<Note>${text}</Note>`,
  group: (code) => `<CodeGroup>\n\n${fence('ts client.ts', code.ts)}\n\n${fence('python client.py', code.python)}\n\n</CodeGroup>`,
  cards: (cards) =>
    `<CardGroup cols={2}>\n${cards.map((card) => element('Card', `title="${card.title}" href="${card.href}"`, card.text)).join('\n')}\n</CardGroup>`,
  tabs: (tabs) => `<Tabs>\n${tabs.map((tab) => element('Tab', `title="${tab.title}"`, tab.text)).join('\n')}\n</Tabs>`,
  steps: (steps) => `<Steps>\n${steps.map((step) => element('Step', `title="${step.title}"`, step.text)).join('\n')}\n</Steps>`,
};
/** The syntax that every tool supports. */
export const plainForms = {
  note: (text) => `> **Note.** ${text}`,
  group: (code) => `${fence('ts', code.ts)}\n\n${fence('python', code.python)}`,
  cards: (cards) => cards.map((card) => `- [${card.title}](${card.href}): ${card.text}`).join('\n'),
  tabs: (tabs) => tabs.map((tab) => `- **${tab.title}.** ${tab.text}`).join('\n'),
  steps: (steps) => steps.map((step, index) => `${index + 1}. **${step.title}**\n\n   ${step.text}`).join('\n'),
};

export function write(folder, path, text) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

export function sectionsOf(count) {
  return Array.from({ length: Math.ceil(count / perSection) }, (_, section) => {
    const first = section * perSection;
    return {
      name: `Section ${section}`,
      pages: Array.from({ length: Math.min(perSection, count - first) }, (_each, offset) => pathOf(first + offset)),
    };
  });
}

/** Writes a docs.json site with `count` pages to `folder`, in each of `versions`; `more` is added to its docs.json. */
export function writeDocsgenSite(folder, count, more = {}, versions = 1) {
  const groups = (prefix) => sectionsOf(count).map(({ name, pages }) => ({ group: name, pages: pages.map((path) => `${prefix}${path}`) }));
  const names = Array.from({ length: versions }, (_, index) => `v${versions - index}`);
  const navigation =
    versions === 1 ? { groups: groups('') } : { versions: names.map((version) => ({ version, groups: groups(`${version}/`) })) };
  write(folder, 'docs.json', JSON.stringify({ theme: 'mint', name: 'Bench', colors: { primary: '#0f766e' }, navigation, ...more }));
  for (let index = 0; index < count; index++) {
    // The same text in each version links to the pages of that version.
    const text = pageOf(partsOf(index, count, versions === 1 ? '/' : '../'), docsgenForms);
    for (const prefix of versions === 1 ? [''] : names.map((name) => `${name}/`)) write(folder, `${prefix}${pathOf(index)}.mdx`, text);
  }
}

const hugoConfig = `baseURL = "https://bench.test/"
title = "Bench"
disableKinds = ["taxonomy", "term", "RSS"]
[markup.highlight]
noClasses = false
`;
const hugoPage = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{{ .Title }} - {{ site.Title }}</title>
<meta name="description" content="{{ .Description }}"><link rel="stylesheet" href="/style.css"></head>
<body><header><a href="/">{{ site.Title }}</a></header>
{{ partialCached "sidebar.html" . .CurrentSection.RelPermalink }}
<main><h1>{{ .Title }}</h1><p>{{ .Description }}</p>{{ .Content }}
{{ with .PrevInSection }}<a href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}
{{ with .NextInSection }}<a href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}</main>
<aside>{{ .TableOfContents }}</aside></body></html>
`;
const hugoSidebar = `{{ $here := .CurrentSection }}<nav>{{ range site.Sections }}
<details{{ if eq . $here }} open{{ end }}><summary><a href="{{ .RelPermalink }}">{{ .Title }}</a></summary>
{{ if eq . $here }}<ul>{{ range .RegularPages }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a></li>{{ end }}</ul>{{ end }}
</details>{{ end }}</nav>
`;

/**
 * The same pages for Hugo, with a custom layout: header, sidebar cached by section, table of contents, highlighting.
 */
export function writeHugoSite(folder, count) {
  write(folder, 'hugo.toml', hugoConfig);
  for (const name of ['index.html', '_default/single.html', '_default/list.html']) write(folder, `layouts/${name}`, hugoPage);
  write(folder, 'layouts/partials/sidebar.html', hugoSidebar);
  for (const { name, pages } of sectionsOf(count)) write(folder, `content/${dirname(pages[0])}/_index.md`, `---\ntitle: ${name}\n---\n`);
  for (let index = 0; index < count; index++) write(folder, `content/${pathOf(index)}.md`, pageOf(partsOf(index, count), plainForms));
}
