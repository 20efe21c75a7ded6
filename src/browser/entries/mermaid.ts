/** Loaded only by pages with diagrams; the build splits the library into parts that are loaded on demand. */
import { defineMermaid } from '../components/mermaid.ts';

defineMermaid();
