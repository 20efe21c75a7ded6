import { playCases } from './play-cases.ts';

for (const name of ['descriptions', 'dev']) playCases(name);
