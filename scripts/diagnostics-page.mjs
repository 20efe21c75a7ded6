// Writes the tables of docs/reference/diagnostics.mdx from the diagnostics catalogue.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withGeneratedTables } from '../src/model/diagnostics/reference-page.ts';
import { root } from './run.mjs';

const path = join(root, 'docs/reference/diagnostics.mdx');
writeFileSync(path, withGeneratedTables(readFileSync(path, 'utf8')));
