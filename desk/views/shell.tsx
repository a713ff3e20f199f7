// The frame of somebody who is signed in: the pages' names, the person, and the page itself.

import type { Route } from '../model/routes.ts';
import { InboxPage } from './inbox.tsx';
import { LaterPart } from './later-part.tsx';
import {
  agentsPart,
  connectPart,
  numbersPart,
  privacyPart,
  sitesPart,
  teamPart,
  unansweredPart,
} from './later-parts.ts';
import { Empty } from './parts.tsx';
import { Rail } from './rail.tsx';
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
  const role = view.desk.me.value?.role;
  const isOwner = role === 'owner';
  if (route.page === 'inbox') return <InboxPage view={view} />;
  if (route.page === 'team') {
    return (
      <LaterPart key="team" view={view} part={teamPart}>
        {({ TeamPage }) => <TeamPage view={view} part={route.part} />}
      </LaterPart>
    );
  }
  if (isOwner) return <OwnersPage view={view} route={route} />;
  if (route.page === 'numbers' && role === 'lead') {
    return (
      <LaterPart key="unanswered" view={view} part={unansweredPart}>
        {({ UnansweredPage }) => <UnansweredPage view={view} />}
      </LaterPart>
    );
  }
  return (
    <div class="page">
      <Empty title={view.t('notYours')} />
    </div>
  );
}

type OwnersRoute = Exclude<Route, { page: 'inbox' | 'team' }>;

function OwnersPage({ view, route }: { view: View; route: OwnersRoute }) {
  switch (route.page) {
    case 'agents':
      return (
        <LaterPart key="agents" view={view} part={agentsPart}>
          {({ AgentsPage }) => <AgentsPage view={view} at={route.at} />}
        </LaterPart>
      );
    case 'sites': {
      const { clientId, part } = route;
      const at = part === undefined ? {} : { part };
      return (
        <LaterPart key="sites" view={view} part={sitesPart}>
          {({ SitesPage }) => <SitesPage view={view} clientId={clientId} {...at} />}
        </LaterPart>
      );
    }
    case 'connect':
      return (
        <LaterPart key="connect" view={view} part={connectPart}>
          {({ ConnectPage }) => <ConnectPage view={view} />}
        </LaterPart>
      );
    case 'numbers':
      return (
        <LaterPart key="numbers" view={view} part={numbersPart}>
          {({ NumbersPage }) => <NumbersPage view={view} />}
        </LaterPart>
      );
    case 'privacy':
      return (
        <LaterPart key="privacy" view={view} part={privacyPart}>
          {({ PrivacyPage }) => <PrivacyPage view={view} />}
        </LaterPart>
      );
  }
}
