/**
 * `Tree` (also `FileTree`): folders and files, from components or from a Markdown list (a trailing slash or a list
 * below makes a folder). An ARIA tree; `docs-tree` gives it the keys. Without scripts everything is open.
 */
import '../custom-elements.ts';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { type CommonProps, classOf, isOn, type Markup, styleOf } from '../author-props.ts';
import { flatChildren, htmlOf, isOf } from '../children.ts';
import { Icon, Sign } from '../icon/view.tsx';
import { type ListItem, listItems } from './list-items.ts';

/** Whether the item is the first of its tree: the one that the Tab key reaches. */
const First = /* @__PURE__ */ createContext<{ taken: boolean } | undefined>(undefined);

/**
 * Everything in it shares one place in the order of the Tab key: its first item (ARIA Authoring Practices, tree view).
 * `Tree.File` and `Tree.Folder` are its properties.
 */
export const Tree = /* @__PURE__ */ Object.assign(
  function Tree(props: CommonProps) {
    const first = { taken: false };
    return (
      <First.Provider value={first}>
        <docs-tree class={classOf('tree', props)} style={styleOf('', props.style)}>
          <div role="tree">
            <TreeItems of={props.children} />
          </div>
        </docs-tree>
      </First.Provider>
    );
  },
  { File: TreeFile, Folder: TreeFolder },
);

/** Props of files and folders. */
export interface TreeItemProps extends CommonProps {
  readonly name?: Markup;
  /** Not in the format, yet written by real sites: words behind the name. */
  readonly comment?: Markup;
  /** On a folder it also tints what is inside. */
  readonly highlight?: unknown;
  readonly icon?: unknown;
  readonly iconType?: unknown;
}

/** Children are components or Markdown lists; text is ignored. */
export interface TreeFolderProps extends TreeItemProps {
  /** Off when absent; folders of a Markdown list are open. */
  readonly defaultOpen?: unknown;
  /** On when absent; off = the folder cannot be folded. */
  readonly openable?: unknown;
}

/** `Tree.Folder`. One without anything in it neither opens nor closes. */
export function TreeFolder(props: TreeFolderProps) {
  const tabIndex = useTabIndex();
  const canOpen = isOn(props.openable, true);
  const isEmpty = flatChildren(props.children).length === 0;
  return (
    <div
      class={classOf('tree-folder', props)}
      role="treeitem"
      aria-expanded={isEmpty ? undefined : isOn(props.defaultOpen) ? 'true' : 'false'}
      aria-selected="false"
      data-fixed={canOpen ? undefined : ''}
      data-highlight={isOn(props.highlight) ? '' : undefined}
      tabIndex={tabIndex}
    >
      <span class="tree-row">
        {props.icon ? <Icon icon={props.icon} iconType={props.iconType} /> : <Sign name="folder" />}
        <Label {...props} />
      </span>
      {isEmpty ? null : (
        // biome-ignore lint/a11y/useSemanticElements: ARIA's group of a tree, no fieldset
        <div role="group">
          <TreeItems of={props.children} />
        </div>
      )}
    </div>
  );
}

/** `Tree.File`. Children of a file are not shown. */
export function TreeFile(props: TreeItemProps) {
  const tabIndex = useTabIndex();
  return (
    <div
      class={classOf('tree-file', props)}
      role="treeitem"
      aria-selected="false"
      data-highlight={isOn(props.highlight) ? '' : undefined}
      tabIndex={tabIndex}
    >
      <span class="tree-row">
        {props.icon ? <Icon icon={props.icon} iconType={props.iconType} /> : <Sign name="file" />}
        <Label {...props} />
      </span>
    </div>
  );
}

function Label(props: TreeItemProps) {
  return (
    <>
      <span class="tree-name">{props.name ?? ''}</span>
      {props.comment ? <span class="tree-comment">{props.comment}</span> : null}
    </>
  );
}

function useTabIndex(): 0 | -1 {
  const first = useContext(First);
  if (!first || first.taken) return -1;
  first.taken = true;
  return 0;
}

/** Tree components as they are, Markdown lists as tree items; a tree holds nothing else. */
function TreeItems({ of }: { readonly of: unknown }) {
  return flatChildren(of).map((child) => {
    if (isOf(child, TreeFolder) || isOf(child, TreeFile)) return child;
    const html = htmlOf(child);
    if (html !== undefined || isOf(child, 'ul') || isOf(child, 'ol')) return listItems(html ?? child).map((item) => <FromList {...item} />);
    if (isOf(child, 'li')) return <FromList {...(listItems(child)[0] as ListItem)} />;
    return typeof child === 'object' ? child : null;
  });
}

function FromList({ name, items }: ListItem) {
  if (items === undefined) return <TreeFile name={name} />;
  return (
    <TreeFolder name={name} defaultOpen>
      {items.map((item) => (
        <FromList {...item} />
      ))}
    </TreeFolder>
  );
}
