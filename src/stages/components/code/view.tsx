/** `CodeBlock` and `CodeGroup`: the frame around highlighted code. */
import '../custom-elements.ts';
import { type ComponentChildren, cloneElement } from 'preact';
import { slug } from '../../../shared/slug.ts';
import { type CommonProps, classOf, isOn, isText, type Markup, styleOf } from '../author-props.ts';
import { type Child, flatChildren, htmlOf, isElementOf, textOf } from '../children.ts';
import { BuiltInIcon, Icon } from '../icon/view.tsx';
import { usePage } from '../page-context.ts';
import { nodesOf, rawHtml } from '../raw-html.ts';
import { TabList } from '../tabs/view.tsx';
import { languageName } from './language-name.ts';

/** Props from the info string of a fence, or written on the component. */
export interface CodeBlockElementProps extends CommonProps {
  /** As written; becomes `data-language` and, in a group, the label of a block without a title. */
  readonly language?: unknown;
  /** Takes precedence over `filename`. */
  readonly title?: Markup;
  readonly filename?: Markup;
  readonly icon?: unknown;
  readonly iconType?: unknown;
  readonly lines?: unknown;
  readonly wrap?: unknown;
  readonly nocopy?: unknown;
  /** Only code of more than twelve lines is collapsed. */
  readonly expandable?: unknown;
}

/** Collapsing shorter code would save no space. */
const maxExpandedLines = 12;

/** Children are highlighted HTML from the compiler, a fence, or computed text, which is not highlighted. */
export function CodeBlock(props: CodeBlockElementProps) {
  const fence = innerFence(props);
  if (fence) return fence;
  const title = props.title ?? props.filename;
  const hasHead = title !== undefined && title !== null && title !== '';
  return (
    <div {...frameOf(props)} data-title={hasHead ? '' : undefined}>
      {hasHead ? (
        <div class="code-head">
          <Icon icon={props.icon} iconType={props.iconType} />
          <span class="code-title">{title}</span>
          {isOn(props.nocopy) ? null : <CopyButton />}
        </div>
      ) : isOn(props.nocopy) ? null : (
        <CopyButton />
      )}
      <CodeBody {...props} />
    </div>
  );
}

/** Also the props of `RequestExample` and `ResponseExample`. */
export interface CodeGroupProps extends CommonProps {
  /** A drop-down instead of tabs. */
  readonly dropdown?: unknown;
  /** Accessible name of the tabs or the drop-down, for pages with several groups. */
  readonly label?: unknown;
}

/**
 * Children that are not code blocks follow the tabs. Tabs with the same label are switched together on the whole
 * page, including those of `Tabs`.
 */
export function CodeGroup(props: CodeGroupProps) {
  const page = usePage();
  const children = flatChildren(props.children);
  const blocks = children.filter((child) => isElementOf(child, CodeBlock)).map(({ props: block }) => withInnerFence(block));
  const others = children.filter((child) => !isElementOf(child, CodeBlock));
  if (blocks.length === 0) return <div class={classOf('code-group-rest', props)}>{others}</div>;
  const group = page.count('code-group');
  const name = isText(props.label) ? props.label : page.messages.code;
  const tabs = blocks.map((block: CodeBlockElementProps, index: number) => {
    const label = labelOf(block) || `${page.messages.code} ${index + 1}`;
    return {
      id: `code-${group}-${slug(label) || index + 1}${blocks.findIndex((other) => labelOf(other) === labelOf(block)) < index ? `-${index + 1}` : ''}`,
      label,
      title: isText(block.title) || isText(block.filename) ? label : languageName(label),
      icon: block.icon ? <Icon className="tab-icon" icon={block.icon} iconType={block.iconType} /> : null,
      block,
    };
  });
  return (
    <docs-tabs class={classOf('code-group', props)} id={isText(props.id) ? props.id : undefined} data-sync="" data-code="">
      <div class="code-head">
        {isOn(props.dropdown) ? (
          <select class="code-select" aria-label={name}>
            {tabs.map((tab) => (
              <option value={tab.id}>{tab.title}</option>
            ))}
          </select>
        ) : (
          <TabList tabs={tabs} first={0} label={name} className="code-tabs" />
        )}
        {blocks.every((block) => isOn(block.nocopy)) ? null : <CopyButton />}
      </div>
      {tabs.map((tab, index) => (
        <div
          class="tab-panel"
          id={tab.id}
          {...(isOn(props.dropdown) ? undefined : { role: 'tabpanel', 'aria-labelledby': `${tab.id}-tab` })}
          data-label={tab.label}
          data-active={index === 0 ? '' : undefined}
        >
          <p class="tab-panel-title">
            {tab.icon}
            {tab.title}
          </p>
          <div {...frameOf(tab.block)}>
            <CodeBody {...tab.block} />
          </div>
        </div>
      ))}
      {others}
    </docs-tabs>
  );
}

function CopyButton() {
  const { messages } = usePage();
  return (
    <button type="button" class="copy" data-copy-from="pre" aria-label={messages.copy} data-done={messages.copied}>
      <BuiltInIcon name="copy" />
      <BuiltInIcon name="check" />
    </button>
  );
}

function frameOf(props: CodeBlockElementProps) {
  return {
    class: classOf('code-block', props),
    style: styleOf('', props.style),
    'data-language': isText(props.language) ? props.language : undefined,
    'data-lines': isOn(props.lines) ? '' : undefined,
    'data-wrap': isOn(props.wrap) ? '' : undefined,
    'data-folds': isOn(props.expandable) && lineCount(props.children) > maxExpandedLines ? '' : undefined,
  };
}

function CodeBody(props: CodeBlockElementProps) {
  const { messages } = usePage();
  const isHighlighted = flatChildren(props.children).some((child) => isElementOf(child, 'pre') || htmlOf(child)?.includes('<pre') === true);
  return (
    <>
      {isHighlighted ? flatChildren(props.children).map(makeFocusable) : <PlainCode text={textOf(props.children)} />}
      {isOn(props.expandable) && lineCount(props.children) > maxExpandedLines ? (
        <button type="button" class="code-fold" aria-expanded="false" data-less={messages.showLess}>
          {messages.showMore}
        </button>
      ) : null}
    </>
  );
}

/** Makes long lines scrollable by keyboard. */
function makeFocusable(child: Child): ComponentChildren {
  const html = htmlOf(child);
  return html === undefined ? child : rawHtml(html.replace('<pre', '<pre tabindex="0"'), nodesOf(child));
}

/** Code that a page computed: lines without highlighting. */
function PlainCode({ text }: { readonly text: string }) {
  const lines: ComponentChildren[] = [];
  for (const line of text.split('\n')) lines.push(lines.length > 0 ? '\n' : null, <span class="line">{line}</span>);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, also by keyboard
    <pre tabIndex={0}>
      <code>{lines}</code>
    </pre>
  );
}

/** `<CodeBlock filename="x">` around a fence: the fence, with the outer props applied to it. */
function innerFence(props: CodeBlockElementProps) {
  const [fence, ...more] = flatChildren(props.children);
  if (more.length > 0 || !isElementOf(fence, CodeBlock)) return undefined;
  const { children: _children, ...own } = props;
  return cloneElement(fence, own);
}

function withInnerFence(props: CodeBlockElementProps): CodeBlockElementProps {
  return innerFence(props)?.props ?? props;
}

function labelOf(block: CodeBlockElementProps): string {
  return textOf(block.title) || textOf(block.filename) || textOf(block.language);
}

function lineCount(children: unknown): number {
  return flatChildren(children).reduce<number>((count, child) => count + (htmlOf(child) ?? textOf(child)).split('\n').length, 0);
}
