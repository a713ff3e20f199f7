// What the owner of a site should know at once, on each of its parts: in words, with where to go.

import type { PublicSiteState } from '../../../gateway/desk-types.ts';
import { type CapName, type CapUse, usesOf } from '../../model/caps.ts';
import type { SitePart } from '../../model/routes.ts';
import type { MessageKey } from '../../texts/messages.ts';
import { Alert } from '../alert.tsx';
import { PageLink } from '../page-link.tsx';
import type { View } from '../view.ts';
import { CAP_WORDS } from './words.ts';

const REACHED: Readonly<Record<CapName, MessageKey>> = {
  sessions: 'alertReachedSessions',
  messages: 'alertReachedMessages',
  credits_nano: 'alertReachedCredits',
};

export function SiteAlerts(props: { view: View; state: PublicSiteState; part: SitePart }) {
  const { view, state, part } = props;
  const { t } = view;
  // The limits themselves say which are near, but not what happens to visitors at the end.
  const uses = usesOf(state).filter(
    ({ level }) => level === 'reached' || (level === 'near' && part !== 'limits'),
  );
  const refused = state.refused_origins.length;
  const link = (to: SitePart, words: string) =>
    to !== part && (
      <PageLink view={view} to={{ page: 'sites', clientId: state.client_id, part: to }}>
        {words}
      </PageLink>
    );
  return (
    <div class="alerts">
      {!state.is_open && (
        <Alert isGrave>
          {t('isShut')} {link('tag', t('toTag'))}
        </Alert>
      )}
      {uses.map((use) => (
        <Alert key={use.name} isGrave={use.level === 'reached'}>
          {wordsOf(view, use)} {link('limits', t('toLimits'))}
        </Alert>
      ))}
      {state.is_tag_old && (
        <Alert>
          {t('tagOld')} {link('tag', t('toTag'))}
        </Alert>
      )}
      {refused > 0 && part !== 'tag' && (
        <Alert>
          {t('refusedAlert', { n: refused })} {link('tag', t('toPages'))}
        </Alert>
      )}
    </div>
  );
}

function wordsOf({ t }: View, { name, level, percent }: CapUse): string {
  const say = t as (key: MessageKey) => string;
  if (level === 'reached') return say(REACHED[name]);
  return t('alertNear', { what: say(CAP_WORDS[name]), percent: String(percent) });
}
