// The palette above the page: a field, and below it what its words find, by kind. The arrows choose, Enter goes there.

import { useComputed, useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { EVERYTHING } from '../../model/inbox.ts';
import { namedLike } from '../../model/palette.ts';
import { KNOWLEDGE } from '../../model/routes.ts';
import { visitorName } from '../state.tsx';
import type { View } from '../view.ts';
import { placesLike, placesOf } from './places.ts';

interface Choice {
  key: string;
  name: string;
  more: string;
  go: () => void;
}
interface Group {
  name: string;
  choices: readonly Choice[];
}

export function PaletteDialog({ view }: { view: View }) {
  const { t, desk } = view;
  const { palette } = desk;
  const dialog = useRef<HTMLDialogElement>(null);
  const active = useSignal(0);
  const groups = useComputed(() => groupsOf(view));
  const choices = groups.value.flatMap((group) => group.choices);
  const at = Math.min(active.value, choices.length - 1);
  useLayoutEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal();
  }, []);
  useLayoutEffect(() => {
    dialog.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  const close = () => {
    palette.isOpen.value = false;
  };
  const take = (choice: Choice | undefined) => {
    if (choice === undefined) return;
    close();
    choice.go();
  };
  let place = -1;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it by the browser
    <dialog
      ref={dialog}
      class="card palette"
      aria-label={t('palette')}
      onClose={close}
      onClick={(event) => {
        // A press beside it.
        if (event.target === dialog.current) close();
      }}
    >
      <input
        type="text"
        role="combobox"
        autocomplete="off"
        spellcheck={false}
        aria-label={t('palette')}
        placeholder={t('paletteHint')}
        aria-expanded={choices.length > 0}
        aria-controls="palette-list"
        aria-autocomplete="list"
        aria-activedescendant={at < 0 ? undefined : `palette-${at}`}
        value={palette.words.value}
        onInput={(event) => {
          active.value = 0;
          palette.look(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.isComposing) return;
          const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
          if (by !== 0 && choices.length > 0) {
            active.value = (at + by + choices.length) % choices.length;
          } else if (event.key === 'Enter') take(choices[at]);
          else return;
          event.preventDefault();
        }}
      />
      <div id="palette-list" role="listbox" aria-label={t('palette')} class="palette-list">
        {groups.value.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, which no element is outside of a select
          <div key={group.name} role="group" aria-label={group.name}>
            <p class="quiet" aria-hidden="true">
              {group.name}
            </p>
            {group.choices.map((choice) => {
              place += 1;
              const mine = place;
              return (
                <div
                  key={choice.key}
                  id={`palette-${mine}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={mine === at}
                  class={`item${mine === at ? ' active' : ''}`}
                  // Before the field loses the focus.
                  onMouseDown={(event) => {
                    event.preventDefault();
                    take(choice);
                  }}
                >
                  <span dir="auto">{choice.name}</span> <small dir="auto">{choice.more}</small>
                </div>
              );
            })}
          </div>
        ))}
      </div>
      <p class="quiet" role="status">
        {choices.length === 0 && t('nothingFound')}
      </p>
    </dialog>
  );
}

function groupsOf(view: View): Group[] {
  const { t, desk } = view;
  const { palette, inbox, work } = desk;
  const words = palette.words.value;
  const role = desk.me.value?.role ?? 'viewer';
  const isOwner = role === 'owner';
  const isLooking = words.trim() !== '';
  const mine = (changed: Partial<typeof EVERYTHING>) => () => {
    inbox.setFilter({ ...EVERYTHING, ...changed });
    desk.go({ page: 'inbox', sessionId: null });
  };
  const { sites, agents } = inbox.filters.value;
  const conversations: Group = {
    name: t('conversations'),
    choices: palette.conversations.value.map((item) => ({
      key: item.session_id,
      name: visitorName(view, item),
      more: (item.match ?? item.visitor_words).replace(/[\uE000\uE001]/g, '').slice(0, 90),
      go: () => desk.go({ page: 'inbox', sessionId: item.session_id }),
    })),
  };
  // What the gateway finds comes later: it moves nothing that stands there already.
  const groups: Group[] = [
    ...(isLooking ? [] : [conversations]),
    {
      name: t('pages'),
      choices: placesLike(placesOf(view, role), words).map(({ name, parts, to }) => ({
        key: name,
        name,
        more: parts.join(' · '),
        go: () => desk.go(to),
      })),
    },
  ];
  if (isLooking) {
    groups.push({
      name: t('people'),
      choices: namedLike(work.colleagues.value, words, ({ name }) => name).map((person) => ({
        key: person.person_id,
        name: person.name,
        more: t('theirConversations'),
        go: mine({ assignedTo: person.person_id }),
      })),
    });
    groups.push({
      name: t('agents'),
      choices: namedLike(agents, words, ({ name }) => name).map(({ agent, name }) => ({
        key: agent,
        name,
        more: isOwner ? '' : t('theirConversations'),
        go: isOwner ? () => desk.go({ page: 'agents', at: agent }) : mine({ agent }),
      })),
    });
    groups.push({
      name: t('sites'),
      choices: namedLike(sites, words, ({ name, client_id }) => name ?? client_id).map(
        ({ client_id: clientId, name }) => ({
          key: clientId,
          name: name ?? clientId,
          more: isOwner ? '' : t('theirConversations'),
          go: isOwner ? () => desk.go({ page: 'sites', clientId }) : mine({ clientId }),
        }),
      ),
    });
    groups.push({
      name: t('paletteDocuments'),
      choices: namedLike(palette.documents.value, words, ({ title }) => title).map((found) => ({
        key: `${found.collectionId} ${found.uri}`,
        name: found.title,
        more: found.collection,
        go: () => {
          desk.go({ page: 'agents', at: KNOWLEDGE });
          desk.knowledge.open(found.collectionId);
        },
      })),
    });
  }
  if (isLooking) groups.push(conversations);
  return groups.filter(({ choices }) => choices.length > 0);
}
