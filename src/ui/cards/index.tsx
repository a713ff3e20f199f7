// The cards that an agent can show and ask in the thread (`data-cards`), in a chunk of their own that is fetched with the
// first of them. A card is drawn from its call: the input says what it shows, the result what was answered.

import { useLayoutEffect, useRef } from 'preact/hooks';
import { cleanLine } from '../../content/text.ts';
import { writeJson } from '../../dom/json.ts';
import { showInvisible } from '../model/exact.ts';
import type { ToolLine, ToolPart } from '../model/tool-line.ts';
import type { CardsPart, ChatModel } from '../model/types.ts';
import { Icon } from '../parts/icons.tsx';
import css from './cards.css?inline';
import { Choices } from './choices.tsx';
import { Form } from './form.tsx';
import { Items } from './items.tsx';
import { type Card, readCard } from './read-card.ts';
import { useCardWords, type Word } from './words.ts';

type Props = Parameters<CardsPart['CardOf']>[0];

/** Roots that have the style of cards. */
const styled = new WeakSet<Node>();

function useStyle<E extends HTMLElement>(isDrawn: boolean) {
  const box = useRef<E>(null);
  useLayoutEffect(() => {
    const root = box.current?.getRootNode();
    if (!(root instanceof ShadowRoot) || styled.has(root)) return;
    styled.add(root);
    if (!('adoptedStyleSheets' in root)) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    root.adoptedStyleSheets.push(sheet);
  }, [isDrawn]);
  return box;
}

export function CardOf({ chat, part, line, otherwise }: Props) {
  const word = useCardWords(chat);
  const card = readCard(part.name, part.input, globalThis.location?.href);
  const box = useStyle<HTMLDivElement>(word !== null);
  if (card === null) return otherwise;
  if (word === null) return null;
  return (
    <div ref={box} class="card-box">
      <Drawn chat={chat} part={part} line={line} card={card} word={word} />
    </div>
  );
}

function Drawn(props: { chat: ChatModel; part: ToolPart; line: ToolLine; card: Card; word: Word }) {
  const { chat, part, line, card, word } = props;
  const call = chat.tools.value.calls.get(part.toolUseId);
  if (card.kind === 'replies') return null;
  if (card.kind === 'items') {
    return <Items chat={chat} card={card} isNew={call !== undefined} />;
  }
  if (call?.status.state === 'asking') {
    const { question } = call.status;
    const shared = { key: question.binding, chat, question, word };
    return card.kind === 'choices' ? (
      <Choices {...shared} card={card} />
    ) : (
      <Form {...shared} card={card} />
    );
  }
  return <Answered chat={chat} card={card} line={line} word={word} />;
}

/** What was asked, and what was answered as far as this device knows it. */
function Answered(props: {
  chat: ChatModel;
  card: Extract<Card, { kind: 'choices' | 'form' }>;
  line: ToolLine;
  word: Word;
}) {
  const { chat, card, line, word } = props;
  const { t } = chat.words.value;
  const given = readAnswer(line.answer);
  if (card.kind === 'choices') {
    const said = [...strings(given.chosen), ...strings([given.other])];
    return (
      <div class="answered" part="card">
        <p class="answered-title" dir="auto">
          {card.question}
        </p>
        <p class="answered-words">
          <Icon name="done" />
          {/* Chromium drops a plain space at the end of what is hidden, and reads both as one word. */}
          <span class="hidden">{`${word('yourAnswer')}:\u00a0`}</span>
          <span dir="auto">{said.map((text) => cleanLine(text, 500)).join(', ') || t('done')}</span>
        </p>
      </div>
    );
  }
  const values = typeof given.values === 'object' && given.values !== null ? given.values : {};
  const known = new Map(Object.entries(values));
  const shown = card.fields.filter(({ name }) => known.has(name));
  const textOf = ({ name, type }: (typeof shown)[number]): string => {
    const value = known.get(name);
    if (type === 'consent') return word(value === true ? 'agreed' : 'notAgreed');
    return showInvisible(tell(value).slice(0, 1_000));
  };
  return (
    <div class="answered" part="card">
      <p class="answered-title" dir="auto">
        {card.title}
      </p>
      <p class="answered-words">
        <Icon name="done" />
        <span>{t('sent')}</span>
      </p>
      {shown.length > 0 && (
        <dl class="fields">
          {shown.map((field) => (
            <div key={field.name}>
              <dt dir="auto">{field.label}</dt>
              <dd dir="auto">{textOf(field)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

function readAnswer(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    // Not stored, or not JSON: the card says only that it was answered.
    return {};
  }
}

/** A log may hold anything, also an object that can't be made a text. */
const tell = (value: unknown): string =>
  typeof value === 'object' ? writeJson(value) : String(value);

const strings = (value: unknown): string[] =>
  (Array.isArray(value) ? value : []).filter((item) => typeof item === 'string').slice(0, 8);

/** Up to three messages to send next. */
export function Replies({ chat, part }: { chat: ChatModel; part: ToolPart }) {
  const { t } = chat.words.value;
  const card = readCard(part.name, part.input, undefined);
  const list = useStyle<HTMLUListElement>(card !== null);
  if (card?.kind !== 'replies') return null;
  return (
    <ul ref={list} class="replies" aria-label={t('suggestions')}>
      {card.replies.map((reply) => (
        <li key={reply}>
          <button
            type="button"
            class="reply"
            dir="auto"
            onClick={(event) => {
              if (!chat.steps.isOwnHand(event)) return;
              chat.log.sendAgain([{ type: 'text', text: reply }]);
              chat.composer.focusCalls.value++;
            }}
          >
            {reply}
          </button>
        </li>
      ))}
    </ul>
  );
}
