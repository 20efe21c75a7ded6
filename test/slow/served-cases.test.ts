/** The cases that take long: each starts a server over a site of its own, or opens every page of a large site. */
import { playCases } from '../cases/play-cases.ts';

for (const name of ['sign-in', 'load', 'dev', 'files', 'static-site']) playCases(name, 'slow');
