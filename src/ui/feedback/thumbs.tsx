// "Was this helpful?": two thumbs below an answer, then one optional line. A second press takes it back. What was said is
// remembered on this device as long as the transcript is, and goes to the page and to the owner's address (widget.ts).

import { useId, useState } from 'preact/hooks';
import { writeJson } from '../../dom/json.ts';
import { FEEDBACK_WORDS, type FeedbackWord } from '../../i18n/feedback-words.ts';
import { adopt } from '../adopt.ts';
import type { ChatModel } from '../model/types.ts';
import css from './thumbs.css?inline';

const MAX_COMMENT_CHARS = 500;
/** A thumb that points up; turned around it points down. */
const THUMB =
  'M6.5 9.500L9.500 3.500a1.8 1.8 0 011.800 2.200L10.800 8h4a1.5 1.5 0 011.500 1.800l-.9 4.700a1.5 1.5 0 01-1.500 1.200H6.500zM6.500 9.500H4v6.200h2.500';

interface Said {
  value: 'up' | 'down' | null;
  /** The line was sent, or is not asked for. */
  isDone: boolean;
}

/** Of so many answers the device remembers what was said. */
const MAX_KEPT = 200;

/** By event, the latest last. What stands there is a device's, and may be anything. */
function readKept(chat: ChatModel): Map<string, 'up' | 'down'> {
  try {
    const kept = new Map<string, 'up' | 'down'>();
    const rows: unknown = JSON.parse(chat.ports.preferences?.get('rated') ?? '[]');
    for (const row of Array.isArray(rows) ? rows : []) {
      const [id, value] = Array.isArray(row) ? row : [];
      if (typeof id === 'string' && (value === 'up' || value === 'down')) kept.set(id, value);
    }
    return kept;
  } catch {
    return new Map();
  }
}

function keepRating(chat: ChatModel, eventId: string, value: Said['value']): void {
  const kept = readKept(chat);
  kept.delete(eventId);
  if (value !== null) kept.set(eventId, value);
  chat.ports.preferences?.set('rated', writeJson([...kept].slice(-MAX_KEPT)));
}

/** By event; of all chats of the page, since ids are unique. */
const remembered = new Map<string, Said>();

export function Thumbs({ chat, eventId }: { chat: ChatModel; eventId: string }) {
  const { t, lang } = chat.words.value;
  const [said, setSaid] = useState<Said>(() => {
    // An earlier page's line was sent or left out there; it isn't asked for again.
    const value = readKept(chat).get(eventId) ?? null;
    return remembered.get(eventId) ?? { value, isDone: value !== null };
  });
  const [line, setLine] = useState('');
  const id = useId();
  const word = (key: FeedbackWord): string => {
    // Of texts that aren't the panel's own, `t` knows the owner's wording alone.
    const own = (t as (key: string) => string)(key);
    const texts: Readonly<Record<string, string>> = FEEDBACK_WORDS[key];
    return own || (texts[lang] ?? FEEDBACK_WORDS[key].en);
  };
  const keep = (next: Said) => {
    remembered.set(eventId, next);
    setSaid(next);
  };
  const rate = (value: 'up' | 'down') => {
    const next = said.value === value ? null : value;
    keep({ value: next, isDone: false });
    keepRating(chat, eventId, next);
    chat.ports.actions.giveFeedback({ eventId, value: next });
    chat.announcer.say(word(next === null ? 'feedbackUndone' : 'feedbackThanks'));
  };
  const send = (event: Event) => {
    event.preventDefault();
    const comment = line.trim();
    keep({ ...said, isDone: true });
    if (comment === '' || said.value === null) return;
    chat.ports.actions.giveFeedback({ eventId, value: said.value, comment });
    chat.announcer.say(word('feedbackThanks'));
  };
  const thumb = (value: 'up' | 'down', name: string) => (
    <button
      type="button"
      class={`icon-button small thumb is-${value}`}
      aria-label={name}
      title={name}
      aria-pressed={said.value === value ? 'true' : 'false'}
      onClick={() => rate(value)}
    >
      <svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
        <path d={THUMB} />
      </svg>
    </button>
  );
  return (
    <div ref={adopt(css)} class="feedback">
      <fieldset class="thumbs" aria-label={word('wasHelpful')}>
        {thumb('up', word('helpful'))}
        {thumb('down', word('notHelpful'))}
      </fieldset>
      {said.value !== null && !said.isDone && (
        <form class="feedback-line" onSubmit={send}>
          <label class="hidden" for={id}>
            {word('tellMore')}
          </label>
          <input
            id={id}
            type="text"
            dir="auto"
            autocomplete="off"
            maxLength={MAX_COMMENT_CHARS}
            placeholder={word('tellMore')}
            value={line}
            onInput={({ currentTarget }) => setLine(currentTarget.value)}
          />
          <button type="submit" class="button soft">
            {t('send')}
          </button>
        </form>
      )}
      {said.isDone && said.value !== null && remembered.has(eventId) && (
        <p class="feedback-thanks">{word('feedbackThanks')}</p>
      )}
    </div>
  );
}
