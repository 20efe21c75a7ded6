/** The cases of sign-in, of what leaks and of load: each starts a server over a site of its own. */
import { playCases, slowAreaCases } from '../cases/play-cases.ts';

playCases('hostile inputs', slowAreaCases);
