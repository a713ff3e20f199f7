// The button of dictation, and the line above the composer in which dictation speaks. Fetched where the owner has asked for
// it (`data-voice`) and drawn where the browser can do it. What listens and writes is fetched with the first press.

import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import WORDS from '../../i18n/later/voice.ts';
import { adopt } from '../adopt.ts';
import type { ChatModel } from '../model/types.ts';
import type * as dictation from './dictation.tsx';
import { findRecognizer } from './recognition.ts';
import type { Voice } from './types.ts';
import css from './voice.css?inline';

type DictationPart = Pick<typeof dictation, 'Line' | 'begin'>;

const part = signal<DictationPart | null>(null);
const voices = new WeakMap<ChatModel, Voice>();

function voiceOf(chat: ChatModel): Voice {
  const known = voices.get(chat);
  if (known) return known;
  const voice: Voice = { phase: signal('off'), problem: signal(''), stop() {} };
  voices.set(chat, voice);
  return voice;
}

const MICROPHONE =
  'M10 3.5a2.3 2.3 0 012.3 2.300v4a2.3 2.3 0 01-4.600 0v-4A2.3 2.3 0 0110 3.500zM5 9.500a5 5 0 0010 0M10 14.500v2.500M7.500 17h5';

export function VoiceButton({ chat }: { chat: ChatModel }) {
  const voice = voiceOf(chat);
  const isOn = voice.phase.value === 'on';
  useEffect(() => () => voice.stop(), []);
  if (findRecognizer() === null) return null;
  const name = chat.ports.i18n.late(WORDS, isOn ? 'dictateStop' : 'dictate');
  const press = async (event: MouseEvent): Promise<void> => {
    // It never begins by itself, nor by a script of the page.
    if (!chat.steps.isOwnHand(event)) return;
    if (voice.phase.peek() !== 'off') {
      voice.stop();
      return;
    }
    try {
      part.value ??= await import('./dictation.tsx');
      part.value.begin(chat, voice);
    } catch {
      chat.announcer.say(chat.words.peek().t('loadFailed'));
    }
  };
  return (
    <button
      ref={adopt(css)}
      type="button"
      class={`icon-button attach voice ${isOn ? 'is-on' : ''}`}
      aria-label={name}
      title={name}
      onClick={(event) => void press(event)}
    >
      <svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
        <path d={MICROPHONE} />
      </svg>
    </button>
  );
}

export function VoiceLine({ chat }: { chat: ChatModel }) {
  const { Line } = part.value ?? {};
  return Line ? <Line chat={chat} voice={voiceOf(chat)} /> : null;
}
