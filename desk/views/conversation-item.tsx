// One conversation in the list: who, since when, what was said last, and whose it is.

import type { Conversation } from '../../gateway/desk-types.ts';
import { writeRoute } from '../model/routes.ts';
import { FeedbackMark } from './feedback.tsx';
import { StateChip, visitorName } from './state.tsx';
import type { View } from './view.ts';
import { PresenceChips } from './work/presences.tsx';
import { RowTime, WorkChips } from './work/waiting.tsx';

/** Around what a search has found. */
const MATCH = /\uE000([^\uE000\uE001]*)\uE001/;

export function Item({ view, item }: { view: View; item: Conversation }) {
  const { t, desk } = view;
  const isOpen = desk.conversation.sessionId.value === item.session_id;
  const to = { page: 'inbox', sessionId: item.session_id } as const;
  const who = visitorName(view, item);
  const selected = desk.inbox.selected.value;
  const isSelected = selected?.has(item.session_id) === true;
  return (
    <li class={item.is_unread && !isOpen ? 'unread' : ''}>
      {selected !== null && (
        <input
          type="checkbox"
          class="pick"
          aria-label={t('selectOne', { name: who })}
          checked={isSelected}
          onChange={() => {
            const others = [...selected].filter((id) => id !== item.session_id);
            desk.inbox.select(new Set(isSelected ? others : [...others, item.session_id]));
          }}
        />
      )}
      <a
        href={writeRoute(to)}
        aria-current={isOpen ? 'true' : undefined}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
          event.preventDefault();
          desk.go(to);
        }}
      >
        <span class="who" dir="auto">
          {item.is_unread && !isOpen && <span class="hidden">{t('unread')}: </span>}
          {who}
        </span>
        <RowTime view={view} item={item} />
        <span class="last" dir="auto">
          {item.match === null ? item.visitor_words || t('noText') : <Match text={item.match} />}
        </span>
        <span class="facts">
          <StateChip view={view} item={item} />
          <WorkChips view={view} item={item} />
          <PresenceChips view={view} sessionId={item.session_id} />
          <FeedbackMark view={view} item={item} />
          <span dir="auto">
            {item.client_id !== null && `${item.site_name ?? item.client_id} · `}
            {item.agent_name}
          </span>
        </span>
      </a>
    </li>
  );
}

function Match({ text }: { text: string }) {
  return (
    <>
      {text.split(MATCH).map((part, index) =>
        // Every second part stood between the marks.
        index % 2 === 1 ? <mark key={index}>{part}</mark> : part,
      )}
    </>
  );
}
