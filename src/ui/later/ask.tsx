// A question of the panel itself, over the conversation. Of its two buttons the harmless one has the focus.

import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { ChatModel } from '../model/types.ts';
import { holdFocus } from './sheet.tsx';

export function Ask(props: {
  chat: ChatModel;
  question: string;
  children?: ComponentChildren;
  /** The button that goes on; left out once nothing is asked any more, and the other button only closes. */
  action?: ComponentChildren;
  /** Where the focus returns to; the menu's button by default. */
  from?: HTMLElement | undefined;
}) {
  const { chat, from } = props;
  const { t } = chat.words.value;
  const cancel = useRef<HTMLButtonElement>(null);
  const isOver = props.action === undefined;
  useEffect(() => holdFocus(cancel.current?.closest('.sheet') ?? null, from), []);
  useEffect(() => cancel.current?.focus(), [isOver]);
  return (
    <div class="veil dim">
      <div class="sheet ask" role="alertdialog" aria-modal="true" aria-labelledby="bh-ask">
        <p id="bh-ask" class="ask-title">
          {props.question}
        </p>
        {props.children}
        <div class="choices">
          {props.action}
          <button ref={cancel} type="button" class="button outlined" onClick={chat.sheets.hide}>
            {t(isOver ? 'close' : 'cancel')}
          </button>
        </div>
      </div>
    </div>
  );
}
