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
      <div role="status" aria-live="polite" aria-atomic="false">
        <Spoken utterances={polite} isSpeaking={isSpeaking} />
      </div>
      <div aria-live="assertive">
        <Spoken utterances={assertive} isSpeaking={isSpeaking} />
      </div>
    </div>
  );
}

/**
 * Each text is an element of its own beside those before it. Nothing is atomic, and no region is an `alert`, since screen
 * readers would say all of them again with each new one.
 */
function Spoken(props: { utterances: ReadonlySignal<readonly Utterance[]>; isSpeaking: boolean }) {
  const said = props.utterances.value;
  // When the panel opens or closes, don't repeat what the other pair has announced.
  const heard = useRef(0);
  if (!props.isSpeaking) heard.current = said.at(-1)?.key ?? heard.current;
  return props.isSpeaking
    ? said.filter(({ key }) => key > heard.current).map(({ key, text }) => <p key={key}>{text}</p>)
    : null;
}
