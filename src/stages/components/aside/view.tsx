/**
 * The right column: `Panel`, `RequestExample`, `ResponseExample`. The page frame moves the content between the two
 * comments into the column, outermost pairs only. Without a column, the content stays in place.
 */
import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { type CommonProps, classOf } from '../author-props.ts';
import { CodeGroup, type CodeGroupProps } from '../code/view.tsx';
import { usePage } from '../page-context.ts';
import { contentPart } from '../raw-html.ts';

const InAside = /* @__PURE__ */ createContext(false);

/** Marks its content for the right column. Inside another aside it has no effect. */
export function Aside({ children }: { readonly children: ComponentChildren }) {
  if (useContext(InAside)) return children;
  return <InAside.Provider value={true}>{contentPart('aside', children)}</InAside.Provider>;
}

/** The id `panel` belongs to the column itself. */
export function Panel(props: CommonProps) {
  return (
    <Aside>
      <div class={classOf('panel', props)}>{props.children}</div>
    </Aside>
  );
}

/** A group of titled code blocks. The first one of a page gets the id without a number, because users' CSS selects it. */
export function RequestExample(props: CodeGroupProps) {
  return <Example {...props} name="request-example" label={usePage().messages.request} />;
}

/** Like `RequestExample`. The author's order decides which one comes first. */
export function ResponseExample(props: CodeGroupProps) {
  return <Example {...props} name="response-example" label={usePage().messages.response} />;
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
