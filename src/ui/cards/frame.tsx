// What every card that asks has: a group named by its question, and the focus that moves on when it has been answered.

import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ChatModel } from '../model/types.ts';
import { moveOn } from '../move-on.ts';

export function Frame(props: {
  chat: ChatModel;
  title: string;
  note: string;
  children: ComponentChildren;
}) {
  const { chat, title, note, children } = props;
  const frame = useRef<HTMLFieldSetElement>(null);
  useLayoutEffect(() => {
    const element = frame.current;
    return () => element?.matches(':focus-within') && moveOn(chat, element);
  }, []);
  return (
    <fieldset ref={frame} class="question asking" part="card" aria-label={title}>
      <p class="question-title" dir="auto">
        {title}
      </p>
      {note !== '' && (
        <p class="question-text" dir="auto">
          {note}
        </p>
      )}
      {children}
    </fieldset>
  );
}
