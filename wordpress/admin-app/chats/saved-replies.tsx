/** @jsxImportSource react */
// Replies that are said again and again: chosen, saved, changed, deleted. They are the whole team's.

import {
  Button,
  Modal,
  Notice,
  SearchControl,
  Spinner,
  TextareaControl,
  TextControl,
} from '@wordpress/components';
import { useEffect, useRef, useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import { call } from '../call.ts';
import type { Facts, SavedReply } from './chat.ts';

const SIZES = { __next40pxDefaultSize: true, __nextHasNoMarginBottom: true } as const;

interface Props {
  most: Facts['most'];
  /** What stands in the field. */
  typed: string;
  onChoose(text: string): void;
  onEnd(): void;
}

export function SavedReplies({ most, typed, onChoose, onEnd }: Props) {
  const [replies, setReplies] = useState<readonly SavedReply[] | null>(null);
  const [search, setSearch] = useState('');
  const [edited, setEdited] = useState<SavedReply | null>(null);
  const [error, setError] = useState('');
  const act = async (asked: Promise<SavedReply[]>): Promise<boolean> => {
    try {
      setReplies(await asked);
      setError('');
      return true;
    } catch (failure) {
      setError((failure as Error).message);
      return false;
    }
  };
  // Asked once, when it opens.
  useEffect(() => {
    void act(call<SavedReply[]>('chats/replies'));
  }, []);
  // The button that was pressed is gone where form and list change places: the keys go on in what came.
  const place = useRef<HTMLDivElement>(null);
  const was = useRef(edited);
  useEffect(() => {
    if (was.current !== edited && (was.current === null || edited === null)) {
      const first = place.current?.querySelector<HTMLElement>('input, button');
      first?.focus();
    }
    was.current = edited;
  }, [edited]);
  const words = search.toLowerCase();
  const found = (replies ?? []).filter(({ title, text }) =>
    `${title} ${text}`.toLowerCase().includes(words),
  );
  return (
    <Modal
      title={__('Saved replies', 'bellhop')}
      onRequestClose={onEnd}
      className="bellhop-replies"
    >
      {error !== '' && (
        <Notice status="error" isDismissible={false}>
          {error}
        </Notice>
      )}
      {replies === null && error === '' && <Spinner />}
      <div ref={place}>
        {edited === null ? (
          <>
            {(replies?.length ?? 0) > 5 && (
              <SearchControl
                {...SIZES}
                label={__('Search in saved replies', 'bellhop')}
                value={search}
                onChange={setSearch}
              />
            )}
            {replies?.length === 0 && <p>{__('None is saved yet.', 'bellhop')}</p>}
            <ul>
              {found.map((reply) => (
                <li key={reply.id}>
                  <button
                    type="button"
                    className="bellhop-reply"
                    onClick={() => onChoose(reply.text)}
                  >
                    <strong>{reply.title}</strong>
                    <span dir="auto">{reply.text}</span>
                  </button>
                  <Button
                    size="small"
                    variant="tertiary"
                    // translators: %s: the title of a saved reply
                    aria-label={sprintf(__('Change “%s”', 'bellhop'), reply.title)}
                    onClick={() => setEdited(reply)}
                  >
                    {__('Change', 'bellhop')}
                  </Button>
                </li>
              ))}
            </ul>
            <Button
              variant="secondary"
              __next40pxDefaultSize
              onClick={() => setEdited({ id: '', title: '', text: typed.trim() })}
            >
              {__('Save a reply', 'bellhop')}
            </Button>
          </>
        ) : (
          <form
            onSubmit={async (event) => {
              event.preventDefault();
              if (await act(call('chats/replies', { ...edited }))) setEdited(null);
            }}
          >
            <TextControl
              {...SIZES}
              label={__('Name, for your team', 'bellhop')}
              value={edited.title}
              maxLength={most.title}
              required
              onChange={(title) => setEdited({ ...edited, title })}
            />
            <TextareaControl
              __nextHasNoMarginBottom
              label={__('What it says', 'bellhop')}
              rows={5}
              value={edited.text}
              maxLength={most.message}
              required
              onChange={(text) => setEdited({ ...edited, text })}
            />
            <div className="bellhop-row">
              <Button type="submit" variant="primary" __next40pxDefaultSize>
                {__('Save', 'bellhop')}
              </Button>
              <Button variant="tertiary" __next40pxDefaultSize onClick={() => setEdited(null)}>
                {__('Cancel', 'bellhop')}
              </Button>
              {edited.id !== '' && (
                <Button
                  variant="tertiary"
                  isDestructive
                  __next40pxDefaultSize
                  onClick={async () => {
                    const gone = call<SavedReply[]>(
                      `chats/replies/${edited.id}`,
                      {},
                      { method: 'DELETE' },
                    );
                    if (await act(gone)) setEdited(null);
                  }}
                >
                  {__('Delete', 'bellhop')}
                </Button>
              )}
            </div>
          </form>
        )}
      </div>
    </Modal>
  );
}
