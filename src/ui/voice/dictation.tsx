// Dictation: says once where the sound goes, listens while the visitor wants it, writes into the composer, and says why it
// has ended. Fetched with the first press of its button.

import { effect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { document } from '../../dom/document.ts';
import WORDS from '../../i18n/later/dictation.ts';
import type { LaterKey } from '../../i18n/later-words.ts';
import type { ChatModel } from '../model/types.ts';
import { Button } from '../parts/button.tsx';
import { findRecognizer } from './recognition.ts';
import type { Voice } from './types.ts';
import { createWriter, type Field } from './writer.ts';

/** Chats whose visitor has read where the sound goes, where the device keeps nothing. */
const told = new WeakSet<ChatModel>();

/** The codes of the interface, in words. `aborted` is the visitor's own doing. */
const PROBLEMS: Readonly<Record<string, keyof typeof WORDS | undefined>> = {
  'not-allowed': 'voiceBlocked',
  'service-not-allowed': 'voiceBlocked',
  'audio-capture': 'noMicrophone',
  'no-speech': 'nothingHeard',
  network: 'voiceUnreachable',
};

const say = (chat: ChatModel, key: keyof typeof WORDS & LaterKey): string =>
  chat.ports.i18n.late(WORDS, key);

/** Listens at once if the visitor knows where the sound goes; else tells them first. */
export function begin(chat: ChatModel, voice: Voice): void {
  voice.problem.value = '';
  if (told.has(chat) || chat.ports.preferences?.get('voice') === 'told') {
    listen(chat, voice);
    return;
  }
  voice.phase.value = 'telling';
  voice.stop = () => {
    voice.phase.value = 'off';
  };
  chat.announcer.say(say(chat, 'voiceNote'));
}

function agree(chat: ChatModel, voice: Voice): void {
  told.add(chat);
  chat.ports.preferences?.set('voice', 'told');
  listen(chat, voice);
}

function listen(chat: ChatModel, voice: Voice): void {
  const Recognition = findRecognizer();
  if (Recognition === null) return;
  const recognizer = new Recognition();
  const writer = createWriter(fieldOf(chat));
  recognizer.lang = languageOf(chat);
  // On Android it repeats what was said before in each result, unless it ends with the sentence.
  recognizer.continuous = !/android/i.test(document.defaultView?.navigator.userAgent ?? '');
  recognizer.interimResults = true;
  const { sessionId } = chat.session.peek();
  let hasWritten = false;

  recognizer.onresult = ({ results }) => {
    if (isOver()) return cancel();
    hasWritten = true;
    writer.heard(results);
  };
  recognizer.onerror = ({ error }) => {
    if (error !== 'aborted') end(PROBLEMS[error] ?? 'voiceFailed');
  };
  recognizer.onend = () => end('voiceOver');

  /** The message was sent or cleared, or another conversation stands there: what is still heard belongs nowhere. */
  function isOver(): boolean {
    const isEmptied = hasWritten && chat.composer.text.peek() === '';
    return isEmptied || chat.session.peek().sessionId !== sessionId;
  }
  function cancel(): void {
    recognizer.onresult = null;
    recognizer.abort();
    end(null);
  }
  const stopWatching = effect(() => {
    const isGone = !chat.panel.isOpen.value && !chat.options.peek().isInline;
    chat.composer.text.value;
    chat.session.value;
    if (voice.phase.peek() === 'on' && (isGone || isOver())) cancel();
  });
  const onHidden = (): void => {
    if (document.hidden) cancel();
  };
  document.addEventListener('visibilitychange', onHidden);

  /** Null: nothing has to be said. */
  function end(why: keyof typeof WORDS | null): void {
    if (voice.phase.peek() !== 'on') return;
    voice.phase.value = 'off';
    stopWatching();
    document.removeEventListener('visibilitychange', onHidden);
    if (why === null) return;
    const words = say(chat, why);
    if (why !== 'voiceOver') voice.problem.value = words;
    chat.announcer.say(words);
  }

  voice.phase.value = 'on';
  voice.stop = () => {
    // What was said until now still comes.
    recognizer.stop();
    end('voiceOver');
  };
  chat.announcer.say(say(chat, 'listening'));
  try {
    recognizer.start();
  } catch {
    end('voiceFailed');
  }
}

/** The region that the visitor's browser speaks of this language, so that "en" is heard as their English. */
function languageOf(chat: ChatModel): string {
  const { lang } = chat.words.peek();
  const base = (tag: string): string => tag.split('-')[0] ?? tag;
  const own = document.defaultView?.navigator.languages ?? [];
  return own.find((tag) => tag.includes('-') && base(tag) === base(lang)) ?? lang;
}

const boxes = new WeakMap<ChatModel, HTMLTextAreaElement>();

function fieldOf(chat: ChatModel): Field {
  return {
    read() {
      const box = boxes.get(chat);
      const text = chat.composer.text.peek();
      // Until the signal is drawn the box has its old text: then the place is the end.
      const isDrawn = box?.value === text;
      return {
        text,
        start: isDrawn ? box.selectionStart : text.length,
        end: isDrawn ? box.selectionEnd : text.length,
      };
    },
    write(text, caret) {
      const box = boxes.get(chat);
      chat.composer.setText(text);
      if (box === undefined) return;
      box.value = text;
      box.setSelectionRange(caret, caret);
    },
  };
}

/** Above the composer: where the sound goes, that it listens, or why it can't. */
export function Line({ chat, voice }: { chat: ChatModel; voice: Voice }) {
  const { t } = chat.words.value;
  const phase = voice.phase.value;
  const problem = voice.problem.value;
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const root = line.current?.getRootNode();
    const box = line.current?.closest('form')?.querySelector('textarea');
    if (box) boxes.set(chat, box);
    const onKey = (event: Event): void => {
      const { key, isComposing } = event as KeyboardEvent;
      if (key !== 'Escape' || isComposing || voice.phase.peek() === 'off') return;
      // Of all that Escape closes, this is the innermost.
      event.preventDefault();
      event.stopPropagation();
      voice.stop();
    };
    root?.addEventListener('keydown', onKey, true);
    return () => root?.removeEventListener('keydown', onKey, true);
  }, []);
  return (
    <div ref={line}>
      {phase === 'telling' && (
        <div class="note edit-note voice-note">
          <p>{say(chat, 'voiceNote')}</p>
          <div class="ways">
            <Button
              kind="filled"
              onPress={(event) => {
                if (chat.steps.isOwnHand(event)) agree(chat, voice);
                chat.composer.focusCalls.value++;
              }}
            >
              {say(chat, 'voiceStart')}
            </Button>
            <Button
              onPress={() => {
                voice.stop();
                chat.composer.focusCalls.value++;
              }}
            >
              {t('cancel')}
            </Button>
          </div>
        </div>
      )}
      {phase === 'on' && <p class="note edit-note voice-on">{say(chat, 'listening')}</p>}
      {phase === 'off' && problem !== '' && <p class="note edit-note voice-bad">{problem}</p>}
    </div>
  );
}
