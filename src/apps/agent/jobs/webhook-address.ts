/** Whether an address may be a receiver of webhooks, as far as it shows without asking for its name. */

import type { Project } from '../../../model/agent/project.ts';
import { isPrivateHost } from '../../../platform/http/private-address.ts';

/**
 * Why a delivery would be refused; undefined when it would be tried. A name that leads to a private network is refused when it is looked
 * up, which is at each delivery.
 */
export function webhookProblem({ url, allowPrivate }: Pick<NonNullable<Project['webhook']>, 'url' | 'allowPrivate'>): string | undefined {
  return allowPrivate || !isPrivateHost(new URL(url).hostname) ? undefined : 'the address belongs to a private network';
}
