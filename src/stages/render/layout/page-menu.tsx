/**
 * Actions for a page: copy, open in an assistant, print. A split button: the first action, and a menu with the others.
 * `browser/shell/page-menu.ts` performs them; links also work without scripts.
 */
import type { VNode } from 'preact';
import type { ContextualOption } from '../../../model/contextual.ts';
import type { IconRef } from '../../../model/icon.ts';
import type { Page } from '../../../model/page.ts';
import { mcpPath } from '../../../shared/site/agent-pages.ts';
import { markdownPath } from '../../../shared/site/markdown-path.ts';
import { pageTemplate } from '../../../shared/site/page-template.ts';
import { isSafeUrl } from '../../../shared/url.ts';
import type { UiStrings } from '../messages/ui-strings.ts';
import type { LayoutContext } from './layout-context.ts';
import { LayoutIcon, UiIcon } from './layout-icon.tsx';

interface Action {
  readonly label: string;
  readonly description?: string;
  readonly icon: VNode | null;
  /** Attributes of the action's element: a link has `href`, a button has none. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** Assistants that accept a question in their URL. */
const assistants: Readonly<Record<string, { readonly name: string; readonly address: string }>> = {
  chatgpt: { name: 'ChatGPT', address: 'https://chatgpt.com/?hints=search&q=' },
  claude: { name: 'Claude', address: 'https://claude.ai/new?q=' },
  perplexity: { name: 'Perplexity', address: 'https://www.perplexity.ai/search?q=' },
  grok: { name: 'Grok', address: 'https://grok.com/?q=' },
  aistudio: { name: 'Google AI Studio', address: 'https://aistudio.google.com/prompts/new_chat?prompt=' },
  devin: { name: 'Devin', address: 'https://app.devin.ai/?q=' },
};

/** Options without a target (no description to download, no search) are omitted; with none left there is no menu. */
export function PageMenu({
  page,
  options,
  description,
  context,
}: {
  page: Page;
  options: readonly ContextualOption[];
  /** Href of the API description of the page, when it is published. */
  description?: string | undefined;
  context: LayoutContext;
}): VNode | null {
  const actions = options.map((option) => toAction(option, page, description, context)).filter((action) => action !== undefined);
  const [first, ...rest] = actions;
  if (first === undefined) return null;
  const usesMcp = actions.some(({ attributes }) => /\{mcp\}|%7Bmcp/.test(`${attributes['data-copy-mcp']}${attributes['data-template']}`));
  return (
    <div
      id="page-context-menu"
      data-part="page-context-menu"
      data-markdown={context.href(markdownPath(page.url))}
      data-mcp={usesMcp ? mcpAddress(context) : undefined}
    >
      <ActionElement action={first} className="page-menu-first" id="page-context-menu-button" isShort />
      {rest.length > 0 && (
        <details class="menu page-menu" name="docs-menu">
          <summary aria-label={context.strings.moreActions}>
            <UiIcon name="chevron-down" />
          </summary>
          <ul class="menu-list">
            {rest.map((action) => (
              <li>
                <ActionElement action={action} className="menu-item" />
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function ActionElement({ action, className, id, isShort }: { action: Action; className: string; id?: string; isShort?: boolean }): VNode {
  const Tag = (action.attributes.href === undefined ? 'button' : 'a') as 'a';
  return (
    <Tag class={className} id={id} {...(action.attributes.href === undefined ? { type: 'button' } : {})} {...action.attributes}>
      {action.icon}
      {isShort ? (
        <span>{action.label}</span>
      ) : (
        <span class="menu-item-text">
          <span class="menu-item-name">{action.label}</span>
          {action.description && <span class="menu-item-description">{action.description}</span>}
        </span>
      )}
    </Tag>
  );
}

function toAction(option: ContextualOption, page: Page, description: string | undefined, context: LayoutContext): Action | undefined {
  const { strings } = context;
  const copy = context.href(markdownPath(page.url));
  switch (option.name) {
    case 'copy':
      return action(strings.copyPage, strings.copyPageText, 'copy', { 'data-copy-page': '' });
    case 'view':
      return action(strings.viewMarkdown, strings.viewMarkdownText, 'file-text', { href: copy });
    case 'download-pdf':
      return action(strings.print, undefined, 'printer', { 'data-print': '' });
    case 'download-spec':
      return description === undefined
        ? undefined
        : action('OpenAPI', decodeURIComponent(baseName(description)), 'file-down', { href: description, download: '' });
    case 'mcp':
      return action('MCP', mcpAddress(context), 'plug', { 'data-copy-mcp': '{mcp}' });
    case 'add-mcp':
      return action('npx add-mcp', mcpAddress(context), 'square-terminal', { 'data-copy-mcp': 'npx add-mcp {mcp}' });
    case 'cursor':
    case 'vscode':
      return install(option.name, context);
    case 'windsurf':
      return serverEntry('Windsurf', 'serverUrl', context);
    case 'devin-mcp':
      return serverEntry('Devin', 'url', context);
    case 'assistant':
      return search(page, context);
    case 'custom':
      return custom(option, context);
    default: {
      const assistant = assistants[option.name];
      return assistant && ask(assistant, strings);
    }
  }
}

function action(label: string, description: string | undefined, icon: string, attributes: Action['attributes']): Action {
  return { label, ...(description && { description }), icon: <UiIcon name={icon} />, attributes };
}

function ask({ name, address }: { readonly name: string; readonly address: string }, strings: UiStrings): Action {
  const question = `Read {url} so that I can ask questions about it.`;
  return action(
    strings.openIn.replace('{name}', name),
    strings.openInText,
    'message-circle-question-mark',
    template(`${address}${encodeURIComponent(question)}`),
  );
}

/** Installs the site's MCP server in an editor, by the editor's own link format. */
function install(editor: 'cursor' | 'vscode', { config, strings }: LayoutContext): Action {
  const name = encodeURIComponent(config.name);
  const [label, address] =
    editor === 'cursor'
      ? ['Cursor', `cursor://anysphere.cursor-deeplink/mcp/install?name=${name}&config=%7Bmcp64%7D`]
      : [
          'VS Code',
          `vscode:mcp/install?${encodeURIComponent(`{"name":${JSON.stringify(config.name)},"type":"http","url":"`)}%7Bmcp%7D%22%7D`,
        ];
  return action(strings.openIn.replace('{name}', label), 'MCP', 'plug', { href: '', 'data-template': address });
}

/** Editors without such a link: copies an entry for their settings. */
function serverEntry(editor: string, key: string, { config }: LayoutContext): Action {
  const entry = JSON.stringify({ mcpServers: { [config.name]: { [key]: '{mcp}' } } }, undefined, 2);
  return action(`${editor} MCP`, `mcpServers.${config.name}`, 'plug', { 'data-copy-mcp': entry });
}

/** On a static site, search answers questions. */
function search({ version }: Page, { search: found }: LayoutContext): Action | undefined {
  if (found === undefined) return undefined;
  return action(found.prompt, undefined, 'search', {
    'data-search': found.folder(version),
    'data-script': found.script,
    'data-prompt': found.prompt,
    'aria-haspopup': 'dialog',
  });
}

/** Where `docsgen serve` provides it, unless the site configures another URL. */
function mcpAddress({ config, href }: LayoutContext): string {
  return config.docsgen.mcpUrl ?? href(mcpPath);
}

function baseName(address: string): string {
  return address.slice(address.lastIndexOf('/') + 1);
}

/** The browser completes the URL, because only it knows the site's origin. */
function template(address: string): Action['attributes'] {
  return { href: address.replace(/%7Burl%7D/g, ''), 'data-template': address, target: '_blank', rel: 'noopener' };
}

function custom({ title = '', description, icon, href = '' }: ContextualOption, context: LayoutContext): Action | undefined {
  const base = typeof href === 'string' ? href : href.base;
  if (!isSafeUrl(base)) return undefined;
  const address = pageTemplate(href);
  const drawn: IconRef | undefined = icon;
  const attributes = address.includes('%7B') ? template(address) : { href: context.href(address) };
  return {
    label: title,
    ...(description && { description }),
    icon: drawn ? <LayoutIcon icon={drawn} context={context} /> : <UiIcon name="square-arrow-out-up-right" />,
    attributes,
  };
}
