// The state of a site, and what its caps count, in words.

import type { SiteState } from '../../../gateway/desk-types.ts';
import type { CapName } from '../../model/caps.ts';
import type { MessageKey } from '../../texts/messages.ts';
import type { View } from '../view.ts';

const STATUS_WORDS: Readonly<Record<SiteState['status'], MessageKey>> = {
  active: 'siteActive',
  suspended: 'siteSuspended',
  revoked: 'siteRevoked',
};

export const CAP_WORDS: Readonly<Record<CapName, MessageKey>> = {
  sessions: 'capSessions',
  messages: 'capMessages',
  credits_nano: 'capCredits',
};

export function statusWords({ t }: View, status: SiteState['status']): string {
  return (t as (key: MessageKey) => string)(STATUS_WORDS[status]);
}

/** When the site's own server has last said something of itself; null: it never has, as of a site that has none. */
export function heartbeatWords(view: View, { last_heartbeat_at: at }: SiteState): string | null {
  const { t } = view;
  if (at === null) return null;
  const { format } = view.texts.value;
  return t('heartbeat', { when: format.relative(Date.parse(at), view.now.value) });
}
