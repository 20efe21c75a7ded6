/**
 * The props that each built-in component reads (docs-json-spec 12, and older spellings that real sites use). Beside
 * them every component takes the common ones of HTML.
 */
const icon = 'icon iconType';
const callout = `${icon} color type title`;

const own: Readonly<Record<string, string>> = {
  Accordion: `title description defaultOpen id ${icon}`,
  AccordionGroup: '',
  Badge: `color size shape ${icon} stroke disabled`,
  Callout: callout,
  Card: `title ${icon} color href horizontal img cta arrow type target disabled`,
  CardGroup: 'cols columns col',
  Check: callout,
  CodeBlock: `language filename title ${icon} lines wrap nocopy expandable highlight focus theme`,
  CodeGroup: 'dropdown',
  Color: 'variant',
  'Color.Item': 'name value',
  'Color.Row': 'title',
  Column: '',
  Columns: 'cols columns col',
  Danger: callout,
  Expandable: 'title defaultOpen',
  Frame: 'caption hint',
  'GitHub.Repo': 'repo variant',
  Heading: 'level noAnchor',
  Icon: `icon src iconType color size library`,
  Info: callout,
  Latex: 'block displayMode',
  Note: callout,
  Panel: '',
  ParamField:
    'query path body header cookie name type required deprecated default placeholder initialValue pre post nullable enumValues options min max hidden',
  Prompt: `description actions ${icon}`,
  RequestExample: 'dropdown',
  ResponseExample: 'dropdown',
  ResponseField: 'name type default required deprecated nullable hidden pre post',
  Step: `title ${icon} stepNumber titleSize noAnchor`,
  Steps: 'titleSize',
  Tab: `title ${icon}`,
  Tabs: 'defaultTabIndex sync borderBottom',
  Tile: 'href title description',
  Tip: callout,
  Tooltip: 'tip headline cta href',
  Tree: '',
  'Tree.File': `name highlight comment ${icon}`,
  'Tree.Folder': `name defaultOpen openable highlight comment ${icon}`,
  Update: 'label description tags rss',
  View: `title ${icon}`,
  Visibility: 'for',
  Warning: callout,
};

const common = new Set('children class className dir hidden id key lang ref role slot style tabIndex tabindex title'.split(' '));
const olderNames: Readonly<Record<string, string>> = {
  FileTree: 'Tree',
  'FileTree.File': 'Tree.File',
  'FileTree.Folder': 'Tree.Folder',
  'Tabs.Tab': 'Tab',
};
const sets = new Map<string, ReadonlySet<string>>();

/** The props of a component, undefined for one that takes whatever it is given (`Snippet` hands it on). */
export function attributesOf(component: string): ReadonlySet<string> | undefined {
  const name = Object.hasOwn(olderNames, component) ? (olderNames[component] as string) : component;
  if (!Object.hasOwn(own, name)) return undefined;
  let set = sets.get(name);
  if (set === undefined) {
    set = new Set((own[name] as string).split(' ').filter((prop) => prop !== ''));
    sets.set(name, set);
  }
  return set;
}

/** Whether any component may have it. */
export function isCommonAttribute(name: string): boolean {
  return common.has(name) || /^(?:aria|data)-?/i.test(name) || /^on[A-Z]/.test(name);
}
