// A question with answers to press. One answer takes one press; several are ticked and confirmed; where the agent allows
// it, an answer of one's own is written here. Writing one of the answers as a message does the same (src/tools).

import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { ToolQuestion } from '../../tools/types.ts';
import type { ChatModel } from '../model/types.ts';
import { useAim } from '../parts/use-aim.ts';
import { Frame } from './frame.tsx';
import type { Card } from './read-card.ts';
import type { Word } from './words.ts';

const MAX_OTHER_CHARS = 500;

export function Choices(props: {
  chat: ChatModel;
  card: Extract<Card, { kind: 'choices' }>;
  question: ToolQuestion;
  word: Word;
}) {
  const { chat, card, question, word } = props;
  const { t } = chat.words.value;
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const [other, setOther] = useState<string | null>(null);
  const [isAnswered, setAnswered] = useState(false);
  const buttons = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const aim = useAim(chat, buttons, 0.1);
  const id = useId();
  const isWriting = other !== null;
  useEffect(() => {
    if (isWriting) field.current?.focus();
  }, [isWriting]);

  const answer = (chosen: readonly string[], event: MouseEvent) => {
    if (isAnswered || !chat.steps.isOwnHand(event) || !aim.isMeant(event)) return;
    const own = (other ?? '').trim();
    if (chosen.length === 0 && own === '') {
      field.current?.focus();
      return;
    }
    setAnswered(true);
    chat.ports.actions.answerTool(question.toolUseId, question.binding, {
      chosen: [...chosen],
      ...(own === '' ? {} : { other: own }),
    });
  };
  const skip = (event: MouseEvent) => {
    if (isAnswered || !chat.steps.isOwnHand(event) || !aim.isMeant(event)) return;
    setAnswered(true);
    chat.ports.actions.answerTool(question.toolUseId, question.binding, 'no');
  };
  const isDisabled = isAnswered || !aim.isArmed;
  const button = (
    words: string,
    kind: string,
    press: (event: MouseEvent) => void,
    type: 'button' | 'submit' = 'button',
  ) => (
    <button
      type={type}
      class={`button ${kind}`}
      dir="auto"
      aria-disabled={isDisabled ? 'true' : undefined}
      onClick={press}
    >
      {words}
    </button>
  );
  const confirms = card.isSeveral || isWriting;
  return (
    <Frame chat={chat} title={card.question} note={card.isSeveral ? word('chooseSeveral') : ''}>
      {card.isSeveral && (
        <div class="ticks">
          {card.options.map(({ shown, value }) => (
            <label key={value} class="tick" dir="auto">
              <input
                type="checkbox"
                checked={ticked.includes(value)}
                onChange={({ currentTarget }) =>
                  setTicked(
                    currentTarget.checked
                      ? [...ticked, value]
                      : ticked.filter((one) => one !== value),
                  )
                }
              />
              <span>{shown}</span>
            </label>
          ))}
        </div>
      )}
      {/* A form, so that Enter in its field presses its button, as the visitor's own hand. */}
      <form class="form" noValidate autocomplete="off" onSubmit={(event) => event.preventDefault()}>
        {isWriting && (
          <div class="field">
            <label for={id}>{word('ownAnswer')}</label>
            <input
              ref={field}
              id={id}
              type="text"
              dir="auto"
              autocomplete="off"
              maxLength={MAX_OTHER_CHARS}
              value={other ?? ''}
              onInput={({ currentTarget }) => setOther(currentTarget.value)}
            />
          </div>
        )}
        <div ref={buttons} class={`choices ${confirms ? '' : 'listed'}`}>
          {!confirms &&
            card.options.map(({ shown, value }) =>
              button(shown, 'outlined', (event) => answer([value], event)),
            )}
          {confirms &&
            button(
              word('confirm'),
              'filled',
              (event) =>
                answer(
                  card.options.map(({ value }) => value).filter((value) => ticked.includes(value)),
                  event,
                ),
              'submit',
            )}
          {card.allowsOther &&
            !isWriting &&
            button(word('somethingElse'), 'outlined', () => setOther(''))}
          {isWriting && !card.isSeveral && button(t('back'), 'outlined', () => setOther(null))}
          {button(word('skip'), 'plain', skip)}
        </div>
      </form>
    </Frame>
  );
}
