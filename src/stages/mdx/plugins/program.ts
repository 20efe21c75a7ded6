import { extname } from 'node:path';

/** URL of the program that runs plugins (`plugin-process.ts`). */
export const pluginProgram: string = new URL(`./plugin-process${extname(import.meta.url)}`, import.meta.url).href;
