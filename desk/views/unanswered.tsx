// What visitors asked and got no answer to, and how that is known.

import type { Unanswered } from '../../gateway/desk-types.ts';
import type { MessageKey } from '../texts/messages.ts';
import { AnswerThis } from './learning/answer-this.tsx';
import { PageLink } from './page-link.tsx';
import type { View } from './view.ts';

type Group = Unanswered['data'][number];

const REASON_WORDS: Readonly<Record<Group['reasons'][number], MessageKey>> = {
  failed: 'reasonFailed',
  wanted_person: 'reasonPerson',
  nothing_found: 'reasonNothing',
  said_so: 'reasonSaid',
};

export function UnansweredList({ view }: { view: View }) {
  const { t, desk } = view;
  const found = desk.numbers.unanswered.value;
  if (found === null) return null;
  return (
    <section class="sheet">
      <h3>{t('unanswered')}</h3>
      <p class="quiet">{t('unansweredText')}</p>
      {found.data.length === 0 ? (
        <p class="quiet">{t('unansweredNone')}</p>
      ) : (
        <ol class="unanswered">
          {found.data.map((group) => (
            <Entry key={`${group.last_at} ${group.question}`} view={view} group={group} />
          ))}
        </ol>
      )}
    </section>
  );
}

function Entry({ view, group }: { view: View; group: Group }) {
  const { t } = view;
  const { format } = view.texts.value;
  const [first, ...others] = group.session_ids;
  return (
    <li>
      <p dir="auto">
        {first === undefined ? (
          group.question
        ) : (
          <PageLink view={view} to={{ page: 'inbox', sessionId: first }}>
            {group.question}
          </PageLink>
        )}
      </p>
      <p class="facts">
        {group.count > 1 && <span>{t('askedTimes', { n: group.count })}</span>}
        <span>{format.relative(Date.parse(group.last_at), view.now.value)}</span>
        {group.reasons.map((reason) => (
          <span key={reason}>{(t as (key: MessageKey) => string)(REASON_WORDS[reason])}</span>
        ))}
        {others.map((id, index) => (
          <span key={id}>
            <PageLink view={view} to={{ page: 'inbox', sessionId: id }}>
              {t('askedAgain', { n: index + 2 })}
            </PageLink>
          </span>
        ))}
      </p>
      {first !== undefined && (
        <AnswerThis view={view} sessionId={first} question={group.question} />
      )}
    </li>
  );
}
