/** `CodeBlock` and `CodeGroup`: the frame around highlighted code. */
import '../custom-elements.ts';
import { type ComponentChildren, cloneElement } from 'preact';
import { slug } from '../../../shared/slug.ts';
import { type CommonProps, classOf, isOn, isText, type Markup, styleOf } from '../author-props.ts';
import { type Child, flatChildren, htmlOf, isOf, textOf } from '../children.ts';
import { Icon, Sign } from '../icon/view.tsx';
import { usePage } from '../page-context.ts';
import { nodesOf, rawHtml } from '../raw-html.ts';
import { TabList } from '../tabs/view.tsx';
import { languageName } from './language-name.ts';

/** What the compiler reads from the line of a fence or an author writes on the component. */
export interface CodeBlockElementProps extends CommonProps {
  /** As written; becomes `data-language` and, in a group, the label of a block without a title. */
  readonly language?: unknown;
  /** Wins over `filename`. */
  readonly title?: Markup;
  readonly filename?: Markup;
  readonly icon?: unknown;
  readonly iconType?: unknown;
  readonly lines?: unknown;
  readonly wrap?: unknown;
  readonly nocopy?: unknown;
  /** Only code of more than twelve lines folds. */
  readonly expandable?: unknown;
}

/** Folding shorter code would save nothing. */
const foldedLines = 12;

/** Children are highlighted HTML from the compiler, a fence, or text that a page computed, which stays without colours. */
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
  /** A drop-down in place of tabs. */
  readonly dropdown?: unknown;
  /** Names the tabs or the drop-down to those who hear them, where a page has several. */
  readonly label?: unknown;
}

/** Children that are no code blocks stand below the tabs. Same labels move together all over the page, also with `Tabs`. */
export function CodeGroup(props: CodeGroupProps) {
  const page = usePage();
  const children = flatChildren(props.children);
  const blocks = children.filter((child) => isOf(child, CodeBlock)).map(({ props: block }) => outermost(block));
  const others = children.filter((child) => !isOf(child, CodeBlock));
  if (blocks.length === 0) return <div class={classOf('code-group-rest', props)}>{others}</div>;
  const group = page.count('code-group');
  const name = isText(props.label) ? props.label : page.words.code;
  const tabs = blocks.map((block: CodeBlockElementProps, index: number) => {
    const label = labelOf(block) || `${page.words.code} ${index + 1}`;
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
  const { words } = usePage();
  return (
    <button type="button" class="copy" data-copy-from="pre" aria-label={words.copy} data-done={words.copied}>
      <Sign name="copy" />
      <Sign name="check" />
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
    'data-folds': isOn(props.expandable) && lineCount(props.children) > foldedLines ? '' : undefined,
  };
}

function CodeBody(props: CodeBlockElementProps) {
  const { words } = usePage();
  const isReady = flatChildren(props.children).some((child) => isOf(child, 'pre') || htmlOf(child)?.includes('<pre') === true);
  return (
    <>
      {isReady ? flatChildren(props.children).map(reachable) : <PlainCode text={textOf(props.children)} />}
      {isOn(props.expandable) && lineCount(props.children) > foldedLines ? (
        <button type="button" class="code-fold" aria-expanded="false" data-less={words.showLess}>
          {words.showMore}
        </button>
      ) : null}
    </>
  );
}

/** Long lines scroll, also by keyboard. */
function reachable(child: Child): ComponentChildren {
  const html = htmlOf(child);
  return html === undefined ? child : rawHtml(html.replace('<pre', '<pre tabindex="0"'), nodesOf(child));
}

/** Code that the compiler has not seen (computed by a page): lines without colours. */
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

/** `<CodeBlock filename="x">` around a fence: the fence, with the block's own props over it. */
function innerFence(props: CodeBlockElementProps) {
  const [fence, ...more] = flatChildren(props.children);
  if (more.length > 0 || !isOf(fence, CodeBlock)) return undefined;
  const { children: _children, ...own } = props;
  return cloneElement(fence, own);
}

function outermost(props: CodeBlockElementProps): CodeBlockElementProps {
  return innerFence(props)?.props ?? props;
}

function labelOf(block: CodeBlockElementProps): string {
  return textOf(block.title) || textOf(block.filename) || textOf(block.language);
}

function lineCount(children: unknown): number {
  return flatChildren(children).reduce<number>((count, child) => count + (htmlOf(child) ?? textOf(child)).split('\n').length, 0);
}
