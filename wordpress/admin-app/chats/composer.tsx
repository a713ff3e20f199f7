/** @jsxImportSource react */
// Who answers now: the agent, a colleague, or who looks at the page, and then the field in which they write.

import { speak } from '@wordpress/a11y';
import { Button } from '@wordpress/components';
import { useEffect, useRef, useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import type { Facts, WholeChat } from './chat.ts';
import { SavedReplies } from './saved-replies.tsx';
import type { OpenChat } from './use-chats.ts';

interface Props {
  chat: WholeChat;
  facts: Facts;
  isBusy: boolean;
  change: OpenChat['change'];
}

export function Composer({ chat, facts, isBusy, change }: Props) {
  const isMine = chat.holder?.is_me === true;
  const take = useRef<HTMLDivElement>(null);
  const [hasTaken, setTaken] = useState(false);
  if (isMine) {
    return (
      <Field
        {...{ chat, facts, isBusy, change }}
        hasFocus={hasTaken}
        onLeft={() => {
          setTaken(false);
          setTimeout(() => take.current?.querySelector('button')?.focus());
        }}
      />
    );
  }
  return (
    <div className="bellhop-composer" ref={take}>
      <p>
        {chat.holder === null
          ? __('The agent answers in this chat.', 'bellhop')
          : // translators: %s: a person's name
            sprintf(__('%s answers in this chat.', 'bellhop'), chat.holder.name)}
        {!facts.may.answer && ` ${__('You may read it, and not answer.', 'bellhop')}`}
        {facts.may.answer &&
          !facts.isAnswering &&
          ` ${__('No visitor would read a reply: this WordPress doesn’t answer visitors now.', 'bellhop')}`}
      </p>
      {facts.may.answer && (
        <div className="bellhop-row">
          {facts.isAnswering && (
            <Button
              variant="primary"
              __next40pxDefaultSize
              disabled={isBusy}
              onClick={async () => {
                setTaken(true);
                if (await change('/takeover')) speak(__('You answer now.', 'bellhop'));
              }}
            >
              {chat.holder === null
                ? __('Take over', 'bellhop')
                : // translators: %s: a person's name
                  sprintf(__('Take over from %s', 'bellhop'), chat.holder.name)}
            </Button>
          )}
          {chat.holder !== null && (
            <Button
              variant="secondary"
              __next40pxDefaultSize
              disabled={isBusy}
              onClick={() => change('/handback')}
            >
              {__('Hand back to the agent', 'bellhop')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** What is typed stays through a reload. */
function useDraft(id: string): [string, (text: string) => void] {
  const key = `bellhop-draft-${id}`;
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? '');
  return [
    text,
    (typed) => {
      setText(typed);
      if (typed === '') sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, typed);
    },
  ];
}

function Field({
  chat,
  facts,
  isBusy,
  change,
  hasFocus,
  onLeft,
}: Props & { hasFocus: boolean; onLeft: () => void }) {
  const [text, setText] = useDraft(chat.id);
  const [isChoosing, setChoosing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (hasFocus) field.current?.focus();
  }, [hasFocus]);
  const send = async (): Promise<void> => {
    const said = text.trim();
    if (said === '' || isBusy) return;
    // At once: the next message may be typed while this one is on its way. What is refused comes back.
    setText('');
    field.current?.focus();
    if (!(await change('/messages', { text: said }))) {
      setText([said, field.current?.value ?? ''].filter(Boolean).join('\n'));
    }
  };
  return (
    <form
      className="bellhop-composer is-mine"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <label htmlFor="bellhop-reply">
        {
          // translators: %s: a person's name
          sprintf(__('Reply as %s', 'bellhop'), facts.me)
        }
        {facts.profile !== '' && (
          <>
            {' '}
            <a href={facts.profile}>{__('Change the name', 'bellhop')}</a>
          </>
        )}
      </label>
      <textarea
        id="bellhop-reply"
        ref={field}
        rows={3}
        dir="auto"
        value={text}
        maxLength={facts.most.message}
        aria-describedby="bellhop-reply-help"
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          // Enter also ends a word that an input method is composing.
          if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
            event.preventDefault();
            void send();
          }
        }}
      />
      <p id="bellhop-reply-help" className="description">
        {__('Enter sends, Shift+Enter begins a line. The visitor sees your name.', 'bellhop')}
      </p>
      <div className="bellhop-row">
        <Button
          type="submit"
          variant="primary"
          __next40pxDefaultSize
          disabled={text.trim() === '' || isBusy}
        >
          {__('Send', 'bellhop')}
        </Button>
        <Button variant="secondary" __next40pxDefaultSize onClick={() => setChoosing(true)}>
          {__('Saved replies', 'bellhop')}
        </Button>
        <Button
          variant="tertiary"
          __next40pxDefaultSize
          disabled={isBusy}
          onClick={async () => {
            if (await change('/handback')) {
              speak(__('The agent answers again.', 'bellhop'));
              onLeft();
            }
          }}
        >
          {__('Hand back to the agent', 'bellhop')}
        </Button>
      </div>
      {isChoosing && (
        <SavedReplies
          most={facts.most}
          typed={text}
          onEnd={() => setChoosing(false)}
          onChoose={(reply) => {
            setChoosing(false);
            setText(text.trim() === '' ? reply : `${text.trimEnd()}\n${reply}`);
            setTimeout(() => field.current?.focus());
          }}
        />
      )}
    </form>
  );
}
