/** Loaded only on sites with `integrations`. */
import { startIntegrations } from '../shell/integrations.ts';

startIntegrations();
