/** The process in which `bounded-engine.ts` parses a text: a request on standard input, the tree on standard output. */
import { readFileSync, writeSync } from 'node:fs';
import { answerParseRequest } from './bounded-engine.ts';

const answer = Buffer.from(answerParseRequest(readFileSync(0, 'utf8')));
for (let written = 0; written < answer.length; ) written += writeSync(1, answer, written);
