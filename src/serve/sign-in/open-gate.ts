/** The door of a site with sign-in, as its settings say. */
import { AuthRefused } from '../errors.ts';
import type { SiteVersion } from '../site-version.ts';
import type { GateHouse, OpenedGate } from '../start-site.ts';

export interface GateOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly dataFolder: string;
  readonly databaseUrl?: string | undefined;
  readonly trustedProxies: readonly string[];
}

export async function openGate(_version: SiteVersion, _house: GateHouse, _options: GateOptions): Promise<OpenedGate> {
  throw new AuthRefused('config/auth', 'sign-in comes with the next step');
}
