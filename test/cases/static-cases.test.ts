import { playCases } from './play-cases.ts';

playCases('static-site');
