/** @jsxImportSource react */
// What is known of a chat beside its words, what can be done with it, and notes for colleagues.

import { Button, Notice, TextareaControl } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import type { ReactNode } from 'react';
import { call } from '../call.ts';
import type { Facts, WholeChat } from './chat.ts';
import type { Question } from './question.tsx';
import { saveFile } from './save-file.ts';
import type { OpenChat } from './use-chats.ts';
import { countryName, fullTime, money, number, ratingWords, shortTime } from './words.ts';

interface Props {
  chat: WholeChat;
  facts: Facts;
  isBusy: boolean;
  change: OpenChat['change'];
  ask(question: Question): void;
  onDelete(): void;
}

export function Details(props: Props) {
  const { chat } = props;
  const rating = ratingWords(chat);
  const facts: [string, ReactNode][] = [
    [__('Page', 'bellhop'), chat.page && <PageLink page={chat.page} />],
    [__('Country', 'bellhop'), chat.country && countryName(chat.country)],
    [__('Language of the page', 'bellhop'), chat.language],
    [__('First message', 'bellhop'), fullTime(chat.created_at)],
    [__('Last activity', 'bellhop'), fullTime(chat.last_at)],
    [__('Messages', 'bellhop'), number(chat.messages)],
    [__('Rating', 'bellhop'), rating],
    [__('Tokens', 'bellhop'), number(chat.tokens)],
    // translators: %s: an amount of US dollars
    [__('Cost', 'bellhop'), sprintf(__('about %s', 'bellhop'), money(chat.cost))],
  ];
  return (
    <aside className="bellhop-details" aria-label={__('About this chat', 'bellhop')}>
      <Notes {...props} />
      <h3>{__('About this chat', 'bellhop')}</h3>
      <dl>
        {facts
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <Actions {...props} />
    </aside>
  );
}

function PageLink({ page }: { page: NonNullable<WholeChat['page']> }) {
  return (
    <a href={page.url} target="_blank" rel="noopener noreferrer" title={page.path}>
      {page.title || page.path}
      <span className="screen-reader-text"> {__('(opens in a new tab)', 'bellhop')}</span>
    </a>
  );
}

function Actions({ chat, facts, ask, onDelete }: Props) {
  const [said, setSaid] = useState<{ status: 'success' | 'error'; text: string } | null>(null);
  const act = async (work: () => Promise<string>): Promise<void> => {
    try {
      const text = await work();
      setSaid(text === '' ? null : { status: 'success', text });
    } catch (failure) {
      setSaid({ status: 'error', text: (failure as Error).message });
    }
  };
  return (
    <div className="bellhop-actions">
      <Button
        variant="tertiary"
        __next40pxDefaultSize
        onClick={() =>
          act(async () => {
            await call(`chats/${chat.id}/mail`, {});
            // translators: %s: an e-mail address
            return sprintf(__('The chat was sent to %s.', 'bellhop'), facts.mailTo);
          })
        }
      >
        {
          // translators: %s: an e-mail address
          sprintf(__('Send to %s', 'bellhop'), facts.mailTo)
        }
      </Button>
      <Button
        variant="tertiary"
        __next40pxDefaultSize
        onClick={() =>
          act(async () => {
            const [file] = await call<unknown[]>('chats/export', { ids: [chat.id] });
            saveFile('chat.json', file);
            return '';
          })
        }
      >
        {__('Export as JSON', 'bellhop')}
      </Button>
      {facts.may.manage && (
        <Button
          variant="tertiary"
          isDestructive
          __next40pxDefaultSize
          onClick={() =>
            ask({
              title: __('Delete this chat for good?', 'bellhop'),
              text: __(
                'Its visitor loses what was said, too. This can’t be taken back.',
                'bellhop',
              ),
              yes: __('Delete for good', 'bellhop'),
              isDestructive: true,
              onYes: () =>
                void act(async () => {
                  await call(`chats/${chat.id}`, {}, { method: 'DELETE' });
                  onDelete();
                  return '';
                }),
            })
          }
        >
          {__('Delete this chat for good', 'bellhop')}
        </Button>
      )}
      {said !== null && (
        <Notice status={said.status} onRemove={() => setSaid(null)}>
          {said.text}
        </Notice>
      )}
    </div>
  );
}

function Notes({ chat, facts, isBusy, change }: Props) {
  const [text, setText] = useState('');
  if (!facts.may.answer && chat.notes.length === 0) return null;
  return (
    <>
      <h3>{__('Notes', 'bellhop')}</h3>
      <ul className="bellhop-notes">
        {chat.notes.map((note) => (
          <li key={note.id}>
            <p className="bellhop-who">
              <strong>{note.name}</strong>{' '}
              <time title={fullTime(note.at)}>{shortTime(note.at)}</time>
            </p>
            <div className="bellhop-plain" dir="auto">
              {note.text}
            </div>
            {facts.may.answer && note.may_delete && (
              <Button
                size="small"
                variant="link"
                isDestructive
                disabled={isBusy}
                // translators: %s: the beginning of a note
                aria-label={sprintf(__('Delete the note “%s”', 'bellhop'), note.text.slice(0, 40))}
                onClick={() => change(`/notes/${note.id}`, {}, 'DELETE')}
              >
                {__('Delete', 'bellhop')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {facts.may.answer && (
        <form
          onSubmit={async (event) => {
            event.preventDefault();
            if (text.trim() !== '' && (await change('/notes', { text: text.trim() }))) setText('');
          }}
        >
          <TextareaControl
            __nextHasNoMarginBottom
            label={__('Note, for your team alone', 'bellhop')}
            rows={2}
            value={text}
            maxLength={facts.most.note}
            onChange={setText}
          />
          <Button
            type="submit"
            size="small"
            variant="secondary"
            disabled={text.trim() === '' || isBusy}
          >
            {__('Add the note', 'bellhop')}
          </Button>
        </form>
      )}
    </>
  );
}
