/** The cases that take long: memory bombs, huge sites, whole corpora in the browser. */
import { playCases, slowSingleCases } from '../cases/play-cases.ts';

playCases('hostile inputs', slowSingleCases);
