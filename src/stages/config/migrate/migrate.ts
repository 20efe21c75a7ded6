/**
 * Converts the old `mint.json` to `docs.json`, as values. Unchanged lists and entries are reused, so that their
 * locations stay known. Keys without an equivalent are reported.
 */
import { definedOnly } from '../../../model/defined-only.ts';
import type { PlainObject } from '../locations.ts';
import { migrateNavigation } from './migrate-navigation.ts';

/** A docs.json as it would be written, not yet validated. */
export interface Migration {
  readonly docsJson: PlainObject;
  /** Paths of the dropped keys: `feedback`, `colors.anchors`. */
  readonly notices: readonly string[];
}

const themes = new Set(['mint', 'maple', 'palm', 'willow', 'linden', 'almond', 'aspen', 'sequoia', 'luma']);
const platforms = new Set(
  'x website facebook youtube discord slack github linkedin instagram hacker-news medium telegram twitter x-twitter earth-americas bluesky threads reddit podcast'.split(
    ' ',
  ),
);
const integrationNames = new Set(
  'adobe amplitude clarity clearbit fathom frontchat ga4 gtm heap hightouch hotjar intercom koala logrocket mixpanel onetrust pirsch plausible posthog segment telemetry cookies transcend'.split(
    ' ',
  ),
);
const anchorKeys = ['name', 'icon', 'iconType', 'color'];
const playgroundModes: Readonly<Record<string, string>> = { show: 'interactive', simple: 'simple', hide: 'none' };

/** `mint`: the parsed content of a mint.json. Invalid values are kept, so that the schema reports them. */
export function migrateMintJson(mint: PlainObject): Migration {
  return new MintMigration(mint).run();
}

class MintMigration {
  readonly #mint: PlainObject;
  readonly #notices: string[] = [];
  readonly #read = new Set<string>(['$schema', 'layout', 'sidebar', 'rounded', 'topbar', 'isWhiteLabeled']);

  constructor(mint: PlainObject) {
    this.#mint = mint;
  }

  run(): Migration {
    const theme = this.#take('theme');
    const docs: PlainObject = Object.create(null);
    const put = (key: string, value: unknown): void => {
      if (value !== undefined) docs[key] = value;
    };
    put('theme', typeof theme === 'string' && themes.has(theme) ? theme : 'mint');
    for (const key of ['name', 'description', 'logo', 'favicon', 'redirects', 'banner', 'variables', 'contextual'])
      put(key, this.#take(key));
    put('colors', this.#colors());
    put('background', this.#background());
    put('appearance', this.#appearance());
    put('fonts', this.#fonts());
    put('styling', this.#styling());
    put('navigation', this.#navigation());
    put('navbar', this.#navbar());
    put('footer', this.#footer());
    put('api', this.#api());
    put('seo', this.#seo());
    put('search', this.#search());
    put('integrations', this.#integrations());
    for (const key of ['layout', 'sidebar', 'rounded', 'topbar', 'isWhiteLabeled']) if (key in this.#mint) this.#notices.push(key);
    for (const key of Object.keys(this.#mint)) if (!this.#read.has(key)) this.#notices.push(key);
    return { docsJson: docs, notices: this.#notices.sort() };
  }

  #take(key: string): unknown {
    this.#read.add(key);
    return this.#mint[key];
  }

  #takeObject(key: string): PlainObject | undefined {
    return asObject(this.#take(key));
  }

  /** Records the remaining keys of the objects under `path`, each once; ignores false and null. */
  #nameRest(path: string, objects: readonly (PlainObject | undefined)[], known: readonly string[]): void {
    const keys = objects.flatMap((object) => Object.keys(object ?? {}).filter((key) => object?.[key] !== false && object?.[key] !== null));
    for (const key of new Set(keys)) if (!known.includes(key)) this.#notices.push(`${path}.${key}`);
  }

  #colors(): unknown {
    const colors = this.#take('colors');
    const object = asObject(colors);
    if (object === undefined) return colors;
    if ('anchors' in object) this.#notices.push('colors.anchors');
    return pick(object, ['primary', 'light', 'dark']);
  }

  #background(): PlainObject | undefined {
    const old = this.#takeObject('background');
    return compact({
      color: asObject(this.#mint.colors)?.background,
      image: this.#take('backgroundImage'),
      decoration: old?.style ?? old?.decoration,
    });
  }

  #appearance(): PlainObject | undefined {
    const toggle = this.#takeObject('modeToggle');
    this.#nameRest('modeToggle', [toggle], ['default', 'isHidden']);
    return toggle && compact({ default: toggle.default, strict: toggle.isHidden });
  }

  #fonts(): PlainObject | undefined {
    const font = this.#takeObject('font');
    if (font === undefined) return undefined;
    const face = (raw: unknown): PlainObject | undefined => {
      const object = asObject(raw);
      return (
        object && compact({ family: object.family, weight: object.weight, source: object.url ?? object.source, format: object.format })
      );
    };
    return compact({ ...face(font), heading: face(font.headings ?? font.heading), body: face(font.body) });
  }

  #styling(): PlainObject | undefined {
    const codeBlock = this.#takeObject('codeBlock');
    this.#nameRest('codeBlock', [codeBlock], ['mode']);
    const mode = codeBlock?.mode;
    return compact({
      eyebrows: this.#takeObject('eyebrow')?.display,
      codeblocks: mode === undefined ? undefined : mode === 'dark' ? 'dark' : 'system',
    });
  }

  #navigation(): unknown {
    const navigation = this.#take('navigation');
    const parts = { tabs: list(this.#take('tabs')), anchors: list(this.#take('anchors')), versions: this.#take('versions') };
    const names = { primaryTab: this.#takeObject('primaryTab'), topAnchor: this.#takeObject('topAnchor') };
    this.#nameRest('tabs', parts.tabs, ['name', 'url', 'openapi', 'asyncapi', 'version']);
    this.#nameRest('anchors', parts.anchors, [...anchorKeys, 'url', 'openapi', 'asyncapi', 'version']);
    this.#nameRest('versions', list(parts.versions), ['name', 'url', 'default']);
    this.#nameRest('primaryTab', list([names.primaryTab]), ['name']);
    this.#nameRest('topAnchor', list([names.topAnchor]), anchorKeys);
    // A docs.json colour is a single value, not a gradient.
    if ([...parts.anchors, ...list([names.topAnchor])].some(({ color }) => asObject(color))) this.#notices.push('anchors.color');
    // Anything but the old list of groups is left to schema validation.
    if (!Array.isArray(navigation)) return navigation;
    if (list(navigation).length < navigation.length) return { groups: navigation };
    return migrateNavigation({ groups: list(navigation), ...parts, ...names });
  }

  #navbar(): PlainObject | undefined {
    const topbar = list(this.#take('topbarLinks'));
    this.#nameRest('topbarLinks', topbar, ['name', 'url', 'href', 'type']);
    const links = topbar.map((link) => {
      const href = link.url ?? link.href;
      return link.type === 'github' ? compact({ type: 'github', href, label: link.name }) : compact({ label: link.name, href });
    });
    const button = this.#takeObject('topbarCtaButton');
    this.#nameRest('topbarCtaButton', [button], ['name', 'url', 'href', 'type']);
    const primary =
      button && compact({ type: button.type === 'github' ? 'github' : 'button', label: button.name, href: button.url ?? button.href });
    return compact({ links: links.length > 0 ? links : undefined, primary });
  }

  /** `footerSocials` is an object, or a list of `{type, url}`. */
  #footer(): PlainObject | undefined {
    const socials = this.#take('footerSocials');
    const footer = this.#takeObject('footer');
    const pairs: [string, unknown][] = Array.isArray(socials)
      ? list(socials).map(({ type, url }) => [typeof type === 'string' ? type : '(no type)', url])
      : Object.entries(asObject(socials) ?? asObject(footer?.socials) ?? {});
    const known: PlainObject = Object.create(null);
    for (const [platform, url] of pairs) {
      if (platforms.has(platform)) known[platform] = url;
      else this.#notices.push(`footerSocials.${platform}`);
    }
    const columns = list(footer?.links).map((column) =>
      compact({
        header: column.header ?? column.title,
        items: list(column.items ?? column.links).map((item) => ({ label: item.label ?? item.name, href: item.href ?? item.url })),
      }),
    );
    return compact({ socials: pairs.length > 0 ? known : undefined, links: columns.length > 0 ? columns : undefined });
  }

  #api(): PlainObject | undefined {
    const api = this.#takeObject('api') ?? {};
    const playground = asObject(api.playground);
    const example = asObject(asObject(api.request)?.example);
    const expanded = asObject(api.paramFields)?.expanded;
    const auth = asObject(api.auth);
    const handled = new Set(['baseUrl', 'auth', 'playground', 'request', 'paramFields', 'openapi', 'asyncapi']);
    this.#nameRest('api', [api], [...handled]);
    this.#nameRest('api.auth', [auth], ['method', 'name']);
    this.#nameRest('api.playground', [playground], ['mode', 'disableProxy']);
    return compact({
      openapi: this.#take('openapi') ?? api.openapi,
      asyncapi: this.#take('asyncapi') ?? api.asyncapi,
      playground:
        playground &&
        compact({
          display: typeof playground.mode === 'string' ? playgroundModes[playground.mode] : undefined,
          proxy: playground.disableProxy === true ? false : undefined,
        }),
      examples:
        example && compact({ languages: example.languages, defaults: example.showOptionalParams === false ? 'required' : undefined }),
      params: expanded === undefined ? undefined : { expanded: expanded === 'all' ? 'all' : 'closed' },
      mdx: compact({ server: api.baseUrl, auth: auth && pick(auth, ['method', 'name']) }),
    });
  }

  #seo(): PlainObject | undefined {
    const seo = this.#takeObject('seo');
    const metadata = this.#takeObject('metadata');
    return compact({ indexing: seo?.indexHiddenPages === true ? 'all' : undefined, metatags: metadata ?? seo?.metatags });
  }

  #search(): PlainObject | undefined {
    const search = this.#takeObject('search');
    this.#nameRest('search', [search], ['prompt']);
    return search && compact({ prompt: search.prompt });
  }

  #integrations(): PlainObject | undefined {
    const found: PlainObject = Object.create(null);
    const plain: Readonly<Record<string, string>> = { intercom: 'appId', frontchat: 'snippetId', koala: 'publicApiKey' };
    for (const source of ['analytics', 'integrations']) {
      for (const [name, value] of Object.entries(this.#takeObject(source) ?? {})) {
        if (!integrationNames.has(name)) this.#notices.push(`${source}.${name}`);
        else found[name] = typeof value === 'string' && plain[name] !== undefined ? { [plain[name]]: value } : value;
      }
    }
    return Object.keys(found).length > 0 ? found : undefined;
  }
}

function asObject(value: unknown): PlainObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as PlainObject) : undefined;
}

/** The objects of a list; empty when the value is not a list. */
function list(value: unknown): PlainObject[] {
  return Array.isArray(value) ? value.filter((entry): entry is PlainObject => asObject(entry) !== undefined) : [];
}

/** Without undefined members; undefined when no members remain. */
function compact(object: PlainObject): PlainObject | undefined {
  const defined = definedOnly(object);
  return Object.keys(defined).length > 0 ? defined : undefined;
}

function pick(object: PlainObject, keys: readonly string[]): PlainObject {
  return Object.fromEntries(keys.filter((key) => key in object).map((key) => [key, object[key]]));
}
