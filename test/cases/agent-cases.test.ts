import { playCases } from './play-cases.ts';

playCases('agent');
