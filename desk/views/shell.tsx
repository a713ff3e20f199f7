// The frame of somebody who is signed in: the pages' names, the person, and the page itself.

import type { ComponentChildren } from 'preact';
import type { Route } from '../model/routes.ts';
import { writeRoute } from '../model/routes.ts';
import { AgentsPage } from './agents/agents.tsx';
import { ConnectPage } from './connect.tsx';
import {
  AgentsIcon,
  InboxIcon,
  LeaveIcon,
  NumbersIcon,
  PrivacyIcon,
  SitesIcon,
  TeamIcon,
} from './icons.tsx';
import { InboxPage } from './inbox.tsx';
import { LanguageSelect } from './language-select.tsx';
import { NumbersPage } from './numbers.tsx';
import { PageLink } from './page-link.tsx';
import { Bell, Empty, Face } from './parts.tsx';
import { PrivacyPage } from './privacy.tsx';
import { SitesPage } from './sites/sites.tsx';
import { TeamPage } from './team/team.tsx';
import type { View } from './view.ts';
import { AwayButton } from './work/away.tsx';

export function Shell({ view }: { view: View }) {
  const { desk, t } = view;
  const route = desk.route.value;
  const me = desk.me.value;
  const { unread, waiting } = desk.inbox.counts.value;
  const isInConversation = route.page === 'inbox' && route.sessionId !== null;
  return (
    <div class={`shell${isInConversation ? ' deep' : ''}`}>
      <a class="skip" href="#content">
        {t('skip')}
      </a>
      <nav class="rail" aria-label={t('pages')}>
        <div class="brand">
          <Bell />
          <span>{t('desk')}</span>
        </div>
        <ul>
          <Entry view={view} to={{ page: 'inbox', sessionId: null }} badge={waiting || unread}>
            <InboxIcon />
            <span class="label">{t('inbox')}</span>
          </Entry>
          {me?.role === 'owner' && (
            <>
              <Entry view={view} to={{ page: 'agents', at: null }}>
                <AgentsIcon />
                <span class="label">{t('agents')}</span>
              </Entry>
              <Entry view={view} to={{ page: 'sites', clientId: null }}>
                <SitesIcon />
                <span class="label">{t('sites')}</span>
              </Entry>
              <Entry view={view} to={{ page: 'numbers' }}>
                <NumbersIcon />
                <span class="label">{t('numbers')}</span>
              </Entry>
              <Entry view={view} to={{ page: 'privacy' }}>
                <PrivacyIcon />
                <span class="label">{t('privacy')}</span>
              </Entry>
            </>
          )}
          <Entry view={view} to={{ page: 'team' }}>
            <TeamIcon />
            <span class="label">{t('team')}</span>
          </Entry>
        </ul>
        <div class="self">
          <Face name={me?.name ?? ''} picture={me?.picture ?? null} />
          <PageLink view={view} to={{ page: 'team', part: 'account' }} class="name">
            <span class="hidden">{t('account')}: </span>
            {me?.name}
          </PageLink>
          <AwayButton view={view} />
          <LanguageSelect view={view} />
          <button
            type="button"
            class="icon-button"
            title={t('signOut')}
            onClick={() => desk.signOut()}
          >
            <LeaveIcon />
            <span class="hidden">{t('signOut')}</span>
          </button>
        </div>
      </nav>
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

function Entry(props: { view: View; to: Route; badge?: number; children: ComponentChildren }) {
  const { view, to, badge = 0, children } = props;
  const { desk, t } = view;
  return (
    <li>
      <a
        href={writeRoute(to)}
        aria-current={desk.route.value.page === to.page ? 'page' : undefined}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
          event.preventDefault();
          desk.go(to);
        }}
      >
        {children}
        {badge > 0 && (
          <b class="badge">
            {badge}
            <span class="hidden"> {t('unread')}</span>
          </b>
        )}
      </a>
    </li>
  );
}
