/**
 * `Tree` (also `FileTree`): folders and files, from components or from a Markdown list (a trailing slash or a nested
 * list makes a folder). An ARIA tree; `docs-tree` adds keyboard navigation. Without scripts all folders are open.
 */
import '../custom-elements.ts';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { type CommonProps, classOf, isOn, type Markup, styleOf } from '../author-props.ts';
import { flatChildren, htmlOf, isElementOf } from '../children.ts';
import { BuiltInIcon, Icon } from '../icon/view.tsx';
import { type ListItem, listItems } from './list-items.ts';

/** Marks the first item of a tree, which the Tab key reaches. */
const TabStopContext = /* @__PURE__ */ createContext<{ taken: boolean } | undefined>(undefined);

/**
 * The tree has a single tab stop, its first item (ARIA Authoring Practices, tree view). `Tree.File` and `Tree.Folder`
 * are its properties.
 */
export const Tree = /* @__PURE__ */ Object.assign(
  function Tree(props: CommonProps) {
    const tabStop = { taken: false };
    return (
      <TabStopContext.Provider value={tabStop}>
        <docs-tree class={classOf('tree', props)} style={styleOf('', props.style)}>
          <div role="tree">
            <TreeItems of={props.children} />
          </div>
        </docs-tree>
      </TabStopContext.Provider>
    );
  },
  { File: TreeFile, Folder: TreeFolder },
);

/** Props of files and folders. */
export interface TreeItemProps extends CommonProps {
  readonly name?: Markup;
  /** Text after the name. Not part of the format, but used by real sites. */
  readonly comment?: Markup;
  /** On a folder it also tints the content. */
  readonly highlight?: unknown;
  readonly icon?: unknown;
  readonly iconType?: unknown;
}

/** Children are components or Markdown lists; text is ignored. */
export interface TreeFolderProps extends TreeItemProps {
  /** Default: closed. Folders of a Markdown list are open. */
  readonly defaultOpen?: unknown;
  /** Default: true. If false, the folder cannot be collapsed. */
  readonly openable?: unknown;
}

/** `Tree.Folder`. An empty folder cannot be expanded. */
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
        {props.icon ? <Icon icon={props.icon} iconType={props.iconType} /> : <BuiltInIcon name="folder" />}
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
        {props.icon ? <Icon icon={props.icon} iconType={props.iconType} /> : <BuiltInIcon name="file" />}
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
  const tabStop = useContext(TabStopContext);
  if (!tabStop || tabStop.taken) return -1;
  tabStop.taken = true;
  return 0;
}

/** Renders tree components unchanged and Markdown lists as tree items. */
function TreeItems({ of }: { readonly of: unknown }) {
  return flatChildren(of).map((child) => {
    if (isElementOf(child, TreeFolder) || isElementOf(child, TreeFile)) return child;
    const html = htmlOf(child);
    if (html !== undefined || isElementOf(child, 'ul') || isElementOf(child, 'ol'))
      return listItems(html ?? child).map((item) => <ListTreeItem {...item} />);
    if (isElementOf(child, 'li')) return <ListTreeItem {...(listItems(child)[0] as ListItem)} />;
    return typeof child === 'object' ? child : null;
  });
}

function ListTreeItem({ name, items }: ListItem) {
  if (items === undefined) return <TreeFile name={name} />;
  return (
    <TreeFolder name={name} defaultOpen>
      {items.map((item) => (
        <ListTreeItem {...item} />
      ))}
    </TreeFolder>
  );
}
