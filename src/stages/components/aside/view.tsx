/**
 * The right column: `Panel`, `RequestExample`, `ResponseExample`. What stands between the two comments is moved there
 * by the page frame, outermost pair by pair, and stays in place where the page has no such column.
 */
import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { type CommonProps, classOf } from '../author-props.ts';
import { CodeGroup, type CodeGroupProps } from '../code/view.tsx';
import { usePage } from '../page-context.ts';
import { contentPart } from '../raw-html.ts';

const InAside = /* @__PURE__ */ createContext(false);

/** Marks its content for the right column; within another aside it is plain. */
export function Aside({ children }: { readonly children: ComponentChildren }) {
  if (useContext(InAside)) return children;
  return <InAside.Provider value={true}>{contentPart('aside', children)}</InAside.Provider>;
}

/** The id `panel` is that of the column itself. */
export function Panel(props: CommonProps) {
  return (
    <Aside>
      <div class={classOf('panel', props)}>{props.children}</div>
    </Aside>
  );
}

/** Titled code blocks as a group . The first one of a page keeps the plain id that users' CSS selects. */
export function RequestExample(props: CodeGroupProps) {
  return <Example {...props} name="request-example" label={usePage().words.request} />;
}

/** As `RequestExample`; the author's order decides which of the two stands above. */
export function ResponseExample(props: CodeGroupProps) {
  return <Example {...props} name="response-example" label={usePage().words.response} />;
}

function Example({ name, label, ...props }: CodeGroupProps & { readonly name: string }) {
  const page = usePage();
  return (
    <Aside>
      <div class={classOf(name, props)} id={page.claimAnchor(name)}>
        <CodeGroup dropdown={props.dropdown} label={label}>
          {props.children}
        </CodeGroup>
      </div>
    </Aside>
  );
}
