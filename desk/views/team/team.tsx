// The team: its parts as links, and the people who may sign in. Everybody has an account of their own; the rest is an owner's.

import { TEAM_PARTS, type TeamPart } from '../../model/routes.ts';
import type { MessageKey } from '../../texts/messages.ts';
import { FindField } from '../find-field.tsx';
import { PageLink } from '../page-link.tsx';
import { Empty, Failure, Waiting } from '../parts.tsx';
import type { View } from '../view.ts';
import { AccountPart } from './account.tsx';
import { AuditPart } from './audit.tsx';
import { Invitations, Invite, ShownLink } from './invite.tsx';
import { KeysPart } from './keys.tsx';
import { PersonRow } from './person-row.tsx';
import { RulesPart } from './rules.tsx';
import { Sessions } from './sessions.tsx';
import { WebhooksPart } from './webhooks.tsx';

const WORDS: Readonly<Record<TeamPart, MessageKey>> = {
  people: 'partPeople',
  account: 'account',
  rules: 'partRules',
  audit: 'partAudit',
  webhooks: 'partWebhooks',
  keys: 'partSecrets',
};

/** Besides their own account. */
const LEADS: readonly TeamPart[] = ['people', 'rules'];

export function TeamPage({ view, part }: { view: View; part: TeamPart | undefined }) {
  const { t, desk } = view;
  const role = desk.me.value?.role ?? 'viewer';
  const mayOpen = (name: TeamPart): boolean =>
    name === 'account' || role === 'owner' || (LEADS.includes(name) && role === 'lead');
  const parts = TEAM_PARTS.filter(mayOpen);
  const open = part ?? parts[0] ?? 'account';
  const words = t as (key: MessageKey) => string;
  return (
    <div class="page">
      <header>
        <h2 class="title">{t('team')}</h2>
        <p class="quiet">{t(open === 'account' ? 'accountText' : 'teamText')}</p>
      </header>
      {parts.length > 1 && (
        <nav class="part-links" aria-label={t('teamParts')}>
          <ul>
            {parts.map((name) => (
              <li key={name}>
                <PageLink view={view} to={{ page: 'team', part: name }} isCurrent={name === open}>
                  {words(WORDS[name])}
                </PageLink>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {mayOpen(open) ? (
        <Part view={view} part={open} />
      ) : (
        <Empty title={t('notYours')}>
          <PageLink view={view} to={{ page: 'team', part: 'account' }} class="button">
            {t('account')}
          </PageLink>
        </Empty>
      )}
    </div>
  );
}

function Part({ view, part }: { view: View; part: TeamPart }) {
  switch (part) {
    case 'people':
      return <PeoplePart view={view} />;
    case 'account':
      return <AccountPart view={view} />;
    case 'rules':
      return <RulesPart view={view} />;
    case 'audit':
      return <AuditPart view={view} />;
    case 'webhooks':
      return <WebhooksPart view={view} />;
    case 'keys':
      return <KeysPart view={view} />;
  }
}

function PeoplePart({ view }: { view: View }) {
  const { t, desk } = view;
  const { team } = desk;
  const me = desk.me.value;
  const isOwner = me?.role === 'owner';
  const people = team.people.value;
  const error = team.error.value;
  const retry = () => team.load(me?.role ?? 'viewer');
  return (
    <>
      {error !== null && <Failure view={view} why={error.message} onRetry={retry} />}
      {people === null && error === null && <Waiting view={view} />}
      {people !== null && (
        <section class="sheet">
          <h3>{t('people')}</h3>
          {isOwner && <FindField view={view} finder={team.finder} count={people.length} />}
          <ul class="people">
            {(team.finder.found.value ?? people).map((person) => (
              <PersonRow key={person.person_id} view={view} person={person} />
            ))}
          </ul>
          {isOwner && people.every(({ login }) => login === null) && (
            <Empty title={t('noPeopleTitle')}>
              <p>{t('noPeopleText')}</p>
            </Empty>
          )}
          {isOwner && (
            <>
              <ShownLink view={view} />
              <Invite view={view} />
              <Invitations view={view} />
            </>
          )}
        </section>
      )}
      {isOwner && <Sessions view={view} />}
    </>
  );
}
