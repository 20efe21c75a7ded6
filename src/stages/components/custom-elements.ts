/** The elements that the browser's code brings to life (`src/browser/components/`); without it they are plain boxes. */
import type { HTMLAttributes } from 'preact';

type Box = HTMLAttributes<HTMLElement> & { readonly [data: `data-${string}`]: string | boolean | undefined };

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'docs-tabs': Box;
      'docs-tree': Box;
      'docs-mermaid': Box;
    }
  }
}
