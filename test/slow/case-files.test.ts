/** The cases that take long: memory bombs, huge sites, whole corpora in the browser. */
import { playCases } from '../cases/play-cases.ts';

for (const name of ['config', 'pages', 'files', 'descriptions', 'dev', 'static-site', 'playground', 'supply']) playCases(name, 'slow');
