// Where the visitor writes: one to eight lines, Enter sends, the draft stays. Send turns into Stop while a
// reply runs and nothing is written.

import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { sendable } from '../model/plain-text.ts';
import type { ChatModel } from '../model/types.ts';
import { Icon } from './icons.tsx';
import { createSlot } from './slot.ts';

const ENTER_IN_COMPOSITION = 229;

const VoiceSlot = createSlot(() => import('../voice/voice.tsx'));
const AttachSlot = createSlot(() => import('../attach/attach.tsx'));

export function Composer({ chat }: { chat: ChatModel }) {
  const { t } = chat.words.value;
  const { composer } = chat;
  const { allowAttachments, hasVoice } = chat.options.value;
  const box = useRef<HTMLTextAreaElement>(null);
  const text = composer.text.value;
  const focusCalls = composer.focusCalls.value;
  // A message that comes back may have some, whatever the owner allows now.
  const hasFiles = allowAttachments || composer.attachments.value.length > 0;

  useLayoutEffect(() => {
    if (box.current) fitHeight(box.current);
  }, [text]);
  useEffect(() => {
    if (focusCalls > 0) box.current?.focus();
  }, [focusCalls]);

  const send = () => {
    const refused = composer.attachments.peek().find((file) => file.problem);
    if (refused?.problem) {
      // A file that can't be sent is in the way: say which, and go to the button that takes it away.
      chat.announcer.say(refused.problem);
      box.current?.form?.querySelector<HTMLElement>('.chip.bad button')?.focus();
      return;
    }
    chat.log.follow.stick();
    void composer.send();
    if (composer.isWaiting.peek()) chat.announcer.say(t('afterReading'));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === ENTER_IN_COMPOSITION) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      send();
    } else if (event.key === 'ArrowUp' && text === '') {
      const last = chat.session.peek().entries.findLast((entry) => entry.kind === 'user');
      if (last?.kind !== 'user') return;
      event.preventDefault();
      composer.take(sendable(last.content), true);
    }
  };

  return (
    <form
      class="composer"
      part="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {hasFiles && <AttachSlot chat={chat} name="Files" />}
      {composer.isEdit.value && <p class="note edit-note">{t('editNote')}</p>}
      {composer.note.value !== '' && <p class="note edit-note">{composer.note.value}</p>}
      {composer.isWaiting.value && <AttachSlot chat={chat} name="Waiting" />}
      {hasVoice && <VoiceSlot chat={chat} name="VoiceLine" />}
      <div class={`composer-box ${isTall(text) ? 'is-tall' : ''}`}>
        <textarea
          ref={box}
          rows={1}
          dir="auto"
          aria-label={t('message')}
          placeholder={t('placeholder')}
          value={text}
          enterkeyhint="send"
          autocomplete="off"
          onInput={(event) => composer.setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {allowAttachments && <AttachSlot chat={chat} name="AttachButton" />}
        {hasVoice && <VoiceSlot chat={chat} name="VoiceButton" />}
        <SendOrStop chat={chat} onSend={send} />
      </div>
    </form>
  );
}

/** A text of this length takes more than two lines in a panel of usual width. */
const isTall = (text: string) => text.length > 80 || text.split('\n', 3).length > 2;

function SendOrStop({ chat, onSend }: { chat: ChatModel; onSend: () => void }) {
  const { t } = chat.words.value;
  const { run, connection } = chat.session.value;
  const canSend = chat.composer.canSend.value;
  const isRunning = run.state !== 'idle' && !isHeldUp(chat);
  const isStopping = isRunning && run.isStopping;
  const isStop = isRunning && !canSend;
  const isOff = isStopping || connection === 'offline';
  // Send and Stop share a place. What a mouse began on Send, or does as the second click of a double click on it, is
  // no Stop; any other press is one, however soon it comes.
  const beganAsStop = useRef<boolean | null>(null);
  const sentBy = useRef(Number.NaN);
  const stop = async () => {
    if (isOff) return;
    chat.announcer.say(t('stopping'));
    const content = await chat.ports.actions.interrupt();
    if (content) chat.composer.take(content, false);
  };
  const press = (event: MouseEvent) => {
    const { detail, pointerType } = event as PointerEvent;
    const isMouse = detail > 0 && pointerType !== 'touch';
    const isOfSend = isMouse && (beganAsStop.current === false || detail === sentBy.current + 1);
    beganAsStop.current = null;
    sentBy.current = Number.NaN;
    if (!isStop) {
      if (canSend && detail > 0) sentBy.current = detail;
      onSend();
      chat.composer.focusCalls.value++;
    } else if (!isOfSend) void stop();
  };
  return (
    <>
      {isRunning && !isStop && (
        <button
          type="button"
          class="button soft stop"
          aria-disabled={isOff ? 'true' : undefined}
          onClick={() => void stop()}
        >
          <Icon name="stop" />
          <span class="word">{t(isStopping ? 'stopping' : 'stop')}</span>
        </button>
      )}
      <button
        type="button"
        class={`button send ${isStop ? 'soft stop' : 'filled'}`}
        part="send"
        aria-disabled={(isStop ? isOff : !canSend) ? 'true' : undefined}
        onPointerDown={() => {
          beganAsStop.current = isStop;
        }}
        onPointerLeave={() => {
          beganAsStop.current = null;
        }}
        onClick={press}
      >
        <Icon name={isStop ? 'stop' : 'send'} />
        <span class="word">{t(isStop ? (isStopping ? 'stopping' : 'stop') : 'send')}</span>
      </button>
    </>
  );
}

/** Nothing leaves while the trouble lasts, and the message itself offers what can be done: there is nothing to stop. */
function isHeldUp({ session }: ChatModel): boolean {
  const { run, trouble, entries } = session.value;
  const last = entries.at(-1);
  const isBlocked = last?.kind === 'user' && last.delivery.state === 'blocked';
  return run.state === 'coming' && !run.isStopping && trouble !== null && isBlocked;
}

/** Makes the text field as high as its lines, in browsers that can't do so by themselves. The style sheet sets the limit. */
function fitHeight(box: HTMLTextAreaElement): void {
  if (typeof CSS === 'undefined' || CSS.supports?.('field-sizing', 'content')) return;
  box.style.height = 'auto';
  box.style.height = `${box.scrollHeight}px`;
}
