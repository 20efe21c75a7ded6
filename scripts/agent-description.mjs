// Writes docs/agent/openapi.json: the description that `docsgen serve` serves, for the documentation.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiDescription } from '../src/apps/agent/http/openapi.ts';
import { root } from './run.mjs';

const description = openApiDescription('2', 'http://127.0.0.1:4700');
writeFileSync(join(root, 'docs/agent/openapi.json'), `${JSON.stringify(description, undefined, 2)}\n`);
