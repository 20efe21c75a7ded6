import type { ComponentFamily } from '../definition.ts';

const fileProps = 'name highlight comment icon iconType';
const folderProps = 'name defaultOpen openable highlight comment icon iconType';

/** File trees. */
export const tree = {
  components: {
    FileTree: { props: '', display: 'block', sameAs: 'Tree' },
    'FileTree.File': { props: fileProps, display: 'block', sameAs: 'Tree.File', parents: 'FileTree Tree' },
    'FileTree.Folder': { props: folderProps, display: 'block', sameAs: 'Tree.Folder', parents: 'FileTree Tree' },
    Tree: { props: '', display: 'block' },
    'Tree.File': { props: fileProps, display: 'block', parents: 'Tree FileTree' },
    'Tree.Folder': { props: folderProps, display: 'block', parents: 'Tree FileTree' },
  },
  classes: ['tree', 'tree-comment', 'tree-file', 'tree-folder', 'tree-name', 'tree-row'],
  markdown: 'rules',
} as const satisfies ComponentFamily;
