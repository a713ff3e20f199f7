// The frame of somebody who is signed in: the pages' names, the person, and the page itself.

import type { Route } from '../model/routes.ts';
import { AgentsPage } from './agents/agents.tsx';
import { ConnectPage } from './connect.tsx';
import { InboxPage } from './inbox.tsx';
import { NumbersPage } from './numbers.tsx';
import { Empty } from './parts.tsx';
import { PrivacyPage } from './privacy.tsx';
import { Rail } from './rail.tsx';
import { SitesPage } from './sites/sites.tsx';
import { TeamPage } from './team/team.tsx';
import type { View } from './view.ts';

export function Shell({ view }: { view: View }) {
  const { desk, t } = view;
  const route = desk.route.value;
  const isInConversation = route.page === 'inbox' && route.sessionId !== null;
  return (
    <div class={`shell${isInConversation ? ' deep' : ''}`}>
      <a class="skip" href="#content">
        {t('skip')}
      </a>
      <Rail view={view} />
      <main id="content" tabIndex={-1}>
        <h1 class="hidden">{t('desk')}</h1>
        {!desk.isLive.value && (
          <p class="notice" role="status">
            {t('notLive')}
          </p>
        )}
        <PageOf view={view} route={route} />
      </main>
    </div>
  );
}

/** An owner's pages are nothing to an agent: the gateway would refuse what they ask. */
function PageOf({ view, route }: { view: View; route: Route }) {
  const isOwner = view.desk.me.value?.role === 'owner';
  if (route.page === 'agents' && isOwner) return <AgentsPage view={view} at={route.at} />;
  if (route.page === 'sites' && isOwner) {
    const { clientId, part } = route;
    return <SitesPage view={view} clientId={clientId} {...(part === undefined ? {} : { part })} />;
  }
  if (route.page === 'connect' && isOwner) return <ConnectPage view={view} />;
  if (route.page === 'numbers' && isOwner) return <NumbersPage view={view} />;
  if (route.page === 'privacy' && isOwner) return <PrivacyPage view={view} />;
  if (route.page === 'inbox') return <InboxPage view={view} />;
  if (route.page === 'team') return <TeamPage view={view} part={route.part} />;
  return (
    <div class="page">
      <Empty title={view.t('notYours')} />
    </div>
  );
}
