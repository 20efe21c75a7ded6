/** Loaded only by pages with diagrams; the build splits the library into parts that are fetched as needed. */
import { defineMermaid } from '../components/mermaid.ts';

defineMermaid();
