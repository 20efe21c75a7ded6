/** Custom elements, implemented in `src/browser/components/`. Without scripts they are plain boxes. */
import type { HTMLAttributes } from 'preact';

type CustomElementProps = HTMLAttributes<HTMLElement> & { readonly [data: `data-${string}`]: string | boolean | undefined };

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'docs-tabs': CustomElementProps;
      'docs-tree': CustomElementProps;
      'docs-mermaid': CustomElementProps;
    }
  }
}
