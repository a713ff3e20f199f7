// The pair of live regions through which screen readers hear the chat. There is one pair inside the panel and
// one outside: a modal dialog silences everything outside it. Only one of the two speaks.

import type { ReadonlySignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { Utterance } from '../model/announcer.ts';
import type { ChatModel } from '../model/types.ts';

export function Regions({
  chat,
  isInside,
}: {
  chat: Pick<ChatModel, 'panel' | 'announcer'>;
  isInside: boolean;
}) {
  const isSpeaking = chat.panel.isOpen.value === isInside;
  const { polite, assertive } = chat.announcer;
  return (
    <div class="hidden">
      <div role="status" aria-live="polite">
        <Spoken utterance={polite} isSpeaking={isSpeaking} />
      </div>
      <div role="alert" aria-live="assertive">
        <Spoken utterance={assertive} isSpeaking={isSpeaking} />
      </div>
    </div>
  );
}

/** A new key makes a new node, so that the same words are heard again. */
function Spoken(props: { utterance: ReadonlySignal<Utterance | null>; isSpeaking: boolean }) {
  const said = props.utterance.value;
  // When the panel opens or closes, don't repeat what the other pair has announced.
  const heard = useRef(0);
  if (said && !props.isSpeaking) heard.current = said.key;
  const isNews = props.isSpeaking && said !== null && said.key > heard.current;
  return isNews ? <p key={said.key}>{said.text}</p> : null;
}
