import { describeInBrowser } from '../harness/browser.ts';
import { playCases, quickCasesOf } from './play-cases.ts';

playCases('hostile inputs: playground', quickCasesOf('playground'), describeInBrowser);
