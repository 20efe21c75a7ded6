/** The cases of sign-in, of what readers may not see and of load: each starts a server over a site of its own. */
import { playCases } from '../cases/play-cases.ts';

playCases('sign-in', 'slow');
playCases('load', 'slow');
