/** The cases of running servers and of the browser that take long: whole corpora, many changes. */
import { playCases } from '../cases/play-cases.ts';

for (const name of ['dev', 'static-site', 'playground', 'supply']) playCases(name, 'slow');
