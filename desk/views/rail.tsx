// The desk's pages by name, and the person. On a phone four of them stand below the page; the rest, and what concerns the person,
// is behind "More".

import type { ComponentChildren } from 'preact';
import { KNOWLEDGE, type Route, writeRoute } from '../model/routes.ts';
import {
  AgentsIcon,
  InboxIcon,
  KnowledgeIcon,
  LeaveIcon,
  MoreIcon,
  NumbersIcon,
  PrivacyIcon,
  SitesIcon,
  TeamIcon,
} from './icons.tsx';
import { LanguageSelect } from './language-select.tsx';
import { PageLink } from './page-link.tsx';
import { Bell, Face } from './parts.tsx';
import type { View } from './view.ts';
import { AwayButton } from './work/away.tsx';
import { Menu } from './work/menu.tsx';

interface Place {
  key: 'agents' | 'knowledge' | 'sites' | 'numbers' | 'privacy' | 'team';
  to: Route;
  icon: () => ComponentChildren;
  isOwners: boolean;
  /** Behind "More" on a phone. */
  isRest: boolean;
}

const PLACES: readonly Place[] = [
  {
    key: 'agents',
    to: { page: 'agents', at: null },
    icon: AgentsIcon,
    isOwners: true,
    isRest: false,
  },
  {
    key: 'knowledge',
    to: { page: 'agents', at: KNOWLEDGE },
    icon: KnowledgeIcon,
    isOwners: true,
    isRest: true,
  },
  {
    key: 'sites',
    to: { page: 'sites', clientId: null },
    icon: SitesIcon,
    isOwners: true,
    isRest: false,
  },
  { key: 'numbers', to: { page: 'numbers' }, icon: NumbersIcon, isOwners: true, isRest: true },
  { key: 'privacy', to: { page: 'privacy' }, icon: PrivacyIcon, isOwners: true, isRest: true },
  { key: 'team', to: { page: 'team' }, icon: TeamIcon, isOwners: false, isRest: false },
];

export function Rail({ view }: { view: View }) {
  const { desk, t } = view;
  const me = desk.me.value;
  const { unread, waiting } = desk.inbox.counts.value;
  // A lead reads what got no answer there.
  const places = PLACES.filter(
    ({ key, isOwners }) =>
      !isOwners || me?.role === 'owner' || (key === 'numbers' && me?.role === 'lead'),
  );
  return (
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
        {places.map(({ key, to, icon: PlaceIcon, isRest }) => (
          <Entry key={key} view={view} to={to} isRest={isRest}>
            <PlaceIcon />
            <span class="label">{t(key)}</span>
          </Entry>
        ))}
        <li class="more-pages">
          <Menu
            id="more-pages"
            label={t('more')}
            class="entry"
            face={
              <>
                <MoreIcon />
                <span class="label">{t('more')}</span>
              </>
            }
          >
            {(close) => (
              <More view={view} places={places.filter(({ isRest }) => isRest)} close={close} />
            )}
          </Menu>
        </li>
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
  );
}

/** What a phone's bar has no room for. */
function More(props: { view: View; places: readonly Place[]; close: () => void }) {
  const { view, places, close } = props;
  const { desk, t } = view;
  const go = (to: Route) => {
    close();
    desk.go(to);
  };
  return (
    <>
      {places.map(({ key, to, icon: PlaceIcon }) => (
        <button
          key={key}
          type="button"
          class="item"
          aria-current={isAt(view, to) ? 'page' : undefined}
          onClick={() => go(to)}
        >
          <PlaceIcon />
          {t(key)}
        </button>
      ))}
      <button type="button" class="item" onClick={() => go({ page: 'team', part: 'account' })}>
        <TeamIcon />
        {t('account')}
      </button>
      <AwayButton view={view} />
      <LanguageSelect view={view} />
      <button type="button" class="item" onClick={() => desk.signOut()}>
        <LeaveIcon />
        {t('signOut')}
      </button>
    </>
  );
}

/** What agents read has a place of its own, though its address lies below theirs. */
function isAt(view: View, to: Route): boolean {
  const now = view.desk.route.value;
  const isKnowledge = (route: Route) => route.page === 'agents' && route.at === KNOWLEDGE;
  return now.page === to.page && isKnowledge(now) === isKnowledge(to);
}

function Entry(props: {
  view: View;
  to: Route;
  badge?: number;
  isRest?: boolean;
  children: ComponentChildren;
}) {
  const { view, to, badge = 0, isRest = false, children } = props;
  return (
    <li class={isRest ? 'rest' : undefined}>
      <a
        href={writeRoute(to)}
        aria-current={isAt(view, to) ? 'page' : undefined}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
          event.preventDefault();
          view.desk.go(to);
        }}
      >
        {children}
        {badge > 0 && (
          <b class="badge">
            {badge}
            <span class="hidden"> {view.t('unread')}</span>
          </b>
        )}
      </a>
    </li>
  );
}
