/** Loaded on pages of sites that name services under `integrations`, and on no others. */
import { startIntegrations } from '../shell/integrations.ts';

startIntegrations();
