/** Loaded only by pages with diagrams. The library stands beside this file, in `mermaid/`. */
import { defineMermaid } from '../components/mermaid.ts';

defineMermaid();
