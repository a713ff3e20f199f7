// A question of the panel itself, over the conversation. Of its two buttons the harmless one has the focus.

import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { ChatModel } from '../model/types.ts';
import { holdFocus } from './sheet.tsx';

export function Ask(props: {
  chat: ChatModel;
  question: string;
  children?: ComponentChildren;
  /** The button that goes on. */
  action: ComponentChildren;
  /** Where the focus returns to; the menu's button by default. */
  from?: HTMLElement | undefined;
}) {
  const { chat, from } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    cancel.current?.focus();
    return holdFocus(cancel.current?.closest('.sheet') ?? null, from);
  }, []);
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
            {chat.words.value.t('cancel')}
          </button>
        </div>
      </div>
    </div>
  );
}
