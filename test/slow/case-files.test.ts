/** The cases of builds that take long: memory bombs, huge sites. */
import { playCases } from '../cases/play-cases.ts';

for (const name of ['config', 'pages', 'files', 'descriptions']) playCases(name, 'slow');
