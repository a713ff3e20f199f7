/** @jsxImportSource react */
// The list: what it shows, its chats, what is done with several of them, and its pages.

import { speak } from '@wordpress/a11y';
import { Button, CheckboxControl, Notice, Spinner } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import type { MouseEvent } from 'react';
import { call } from '../call.ts';
import type { Chat, Facts } from './chat.ts';
import { Filters } from './filters.tsx';
import { addressOf, type Go, type Place } from './place.ts';
import type { Question } from './question.tsx';
import { saveFile } from './save-file.ts';
import type { List } from './use-chats.ts';
import { countryName, fullTime, number, ratingWords, shortTime, stateWords } from './words.ts';

interface Props {
  facts: Facts;
  place: Place;
  go: Go;
  list: List;
  ask(question: Question): void;
}

export function ChatList({ facts, place, go, list, ask }: Props) {
  const [picked, setPicked] = useState<readonly string[]>([]);
  const chats = list.page?.chats ?? [];
  // What has left the list is picked no more.
  const here = picked.filter((id) => chats.some((chat) => chat.id === id));
  return (
    <section className="bellhop-list" aria-label={__('List of chats', 'bellhop')}>
      <Filters place={place} go={go} />
      {list.error !== '' && (
        <Notice status="error" isDismissible={false}>
          {list.error}
        </Notice>
      )}
      {list.page === null && list.error === '' && <Spinner />}
      {chats.length > 0 && (
        <Bulk {...{ facts, list, ask, go, place }} ids={here} all={chats} pick={setPicked} />
      )}
      {list.page !== null && chats.length === 0 && <Nothing place={place} go={go} />}
      <ul className={list.isOld ? 'is-old' : ''}>
        {chats.map((chat) => (
          <Item
            key={chat.id}
            chat={chat}
            place={place}
            go={go}
            isPicked={here.includes(chat.id)}
            onPick={(is) =>
              setPicked(is ? [...here, chat.id] : here.filter((id) => id !== chat.id))
            }
          />
        ))}
      </ul>
      {list.page !== null && list.page.pages > 1 && (
        <Pages page={place.page} pages={list.page.pages} total={list.page.total} go={go} />
      )}
    </section>
  );
}

function Nothing({ place, go }: { place: Place; go: Go }) {
  const isAny =
    place.search === '' && place.show === 'all' && place.days === '' && place.path === '';
  if (isAny && place.status === 'any') {
    return <p className="bellhop-none">{__('No visitor has written yet.', 'bellhop')}</p>;
  }
  return (
    <div className="bellhop-none">
      <p>
        {isAny && place.status === 'open'
          ? __('No chat is open.', 'bellhop')
          : __('No chat is like that.', 'bellhop')}
      </p>
      <Button
        variant="secondary"
        __next40pxDefaultSize
        onClick={() => go({ search: '', show: 'all', days: '', path: '', status: 'any' })}
      >
        {__('Show all chats', 'bellhop')}
      </Button>
    </div>
  );
}

function Item({
  chat,
  place,
  go,
  isPicked,
  onPick,
}: {
  chat: Chat;
  place: Place;
  go: Go;
  isPicked: boolean;
  onPick: (is: boolean) => void;
}) {
  const isOpen = place.chat === chat.id;
  const rating = ratingWords(chat);
  const needs = ['waits', 'wanted'].includes(chat.state) && !chat.is_done;
  return (
    <li className={isOpen ? 'is-open' : ''}>
      <CheckboxControl
        __nextHasNoMarginBottom
        checked={isPicked}
        onChange={onPick}
        // translators: %s: the beginning of what a visitor asked
        aria-label={sprintf(__('Select: %s', 'bellhop'), chat.first)}
      />
      <a
        href={addressOf({ ...place, chat: chat.id }, location.search)}
        aria-current={isOpen ? 'true' : undefined}
        onClick={(event: MouseEvent) => {
          // A new tab is a new tab.
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
          event.preventDefault();
          go({ chat: chat.id });
        }}
      >
        <span className="bellhop-item-top">
          <span>{chat.visitor}</span>
          {chat.country !== '' && (
            <span title={countryName(chat.country)}>{countryName(chat.country)}</span>
          )}
          <time
            dateTime={new Date(chat.last_at * 1000).toISOString()}
            title={fullTime(chat.last_at)}
          >
            {shortTime(chat.last_at)}
          </time>
        </span>
        <strong dir="auto">{chat.first}</strong>
        <span className="bellhop-item-foot">
          <span
            className={`bellhop-state is-${chat.is_done ? 'done' : chat.state} ${needs ? 'needs' : ''}`}
          >
            {stateWords(chat)}
          </span>
          {rating !== '' && <span className={chat.down > 0 ? 'bellhop-bad' : ''}>{rating}</span>}
        </span>
      </a>
    </li>
  );
}

function Bulk({
  facts,
  list,
  ids,
  all,
  pick,
  ask,
  go,
  place,
}: Props & { ids: readonly string[]; all: readonly Chat[]; pick: (ids: string[]) => void }) {
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);
  const act = async (work: () => Promise<string>): Promise<void> => {
    setBusy(true);
    setError('');
    try {
      const said = await work();
      pick([]);
      await list.refresh();
      if (said !== '') speak(said);
    } catch (failure) {
      setError((failure as Error).message);
    } finally {
      setBusy(false);
    }
  };
  const change = (action: 'done' | 'open' | 'delete') =>
    act(async () => {
      const { changed } = await call<{ changed: number }>('chats/bulk', { ids, action });
      if (action === 'delete' && ids.includes(place.chat)) go({ chat: '' });
      // translators: %s: a number of chats
      return sprintf(
        _n('%s chat changed', '%s chats changed', changed, 'bellhop'),
        number(changed),
      );
    });
  const count = ids.length;
  return (
    <div className="bellhop-bulk">
      <CheckboxControl
        __nextHasNoMarginBottom
        label={
          count === 0
            ? __('Select all', 'bellhop')
            : // translators: %s: a number of chats
              sprintf(_n('%s selected', '%s selected', count, 'bellhop'), number(count))
        }
        checked={count > 0 && count === all.length}
        onChange={(is) => pick(is ? all.map(({ id }) => id) : [])}
      />
      {count > 0 && (
        <div className="bellhop-row">
          {facts.may.answer && (
            <Button
              size="small"
              variant="secondary"
              disabled={isBusy}
              onClick={() => change('done')}
            >
              {__('Mark done', 'bellhop')}
            </Button>
          )}
          {facts.may.answer && place.status !== 'open' && (
            <Button
              size="small"
              variant="secondary"
              disabled={isBusy}
              onClick={() => change('open')}
            >
              {__('Reopen', 'bellhop')}
            </Button>
          )}
          <Button
            size="small"
            variant="secondary"
            disabled={isBusy}
            onClick={() =>
              act(async () => {
                saveFile('chats.json', await call('chats/export', { ids }));
                return '';
              })
            }
          >
            {__('Export', 'bellhop')}
          </Button>
          {facts.may.manage && (
            <Button
              size="small"
              variant="tertiary"
              isDestructive
              disabled={isBusy}
              onClick={() =>
                ask({
                  // translators: %s: a number of chats
                  title: sprintf(
                    _n('Delete %s chat for good?', 'Delete %s chats for good?', count, 'bellhop'),
                    number(count),
                  ),
                  text: __(
                    'Visitors lose what was said, too. This can’t be taken back.',
                    'bellhop',
                  ),
                  yes: __('Delete for good', 'bellhop'),
                  isDestructive: true,
                  onYes: () => void change('delete'),
                })
              }
            >
              {__('Delete', 'bellhop')}
            </Button>
          )}
        </div>
      )}
      {error !== '' && (
        <Notice status="error" onRemove={() => setError('')}>
          {error}
        </Notice>
      )}
    </div>
  );
}

function Pages({ page, pages, total, go }: { page: number; pages: number; total: number; go: Go }) {
  return (
    <nav className="bellhop-pages" aria-label={__('Pages', 'bellhop')}>
      <Button
        variant="secondary"
        disabled={page <= 1}
        __next40pxDefaultSize
        onClick={() => go({ page: page - 1 })}
      >
        {__('Newer', 'bellhop')}
      </Button>
      <span>
        {sprintf(
          // translators: 1, 2: numbers of pages, 3: a number of chats
          __('%1$s of %2$s (%3$s chats)', 'bellhop'),
          number(page),
          number(pages),
          number(total),
        )}
      </span>
      <Button
        variant="secondary"
        disabled={page >= pages}
        __next40pxDefaultSize
        onClick={() => go({ page: page + 1 })}
      >
        {__('Older', 'bellhop')}
      </Button>
    </nav>
  );
}
