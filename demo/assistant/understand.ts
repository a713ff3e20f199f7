// A message → what the visitor means, clause by clause. Pure: no history, no tools, no chance.
// The acts are a table, tried from the top; the first row that fits takes the clause, and its named groups fill the
// slots. It knows what visitors of this shop try first; for free conversation use a model instead.

import { tokens } from '../../gateway/agent.ts';
import { type Clause, splitClauses } from './clauses.ts';
import type { Intent } from './intents.ts';
import { it } from './intents.ts';
import { detectLanguage } from './language.ts';
import { findCode, readContact, readThing, takePrice, withoutColour } from './slots.ts';
import { ROWS, type Row, SHORT_ROWS, TALK, TOPIC } from './table.ts';
import { isWordlike, NUMBER, takeQuantity, toNumber } from './words.ts';

const HUMAN =
  /\b(?:(?:a|some|the) human|humans|real person|live agent|operator|representative|manager|(?:to|with) (?:a person|someone|somebody))\b/;
const QUESTION =
  /^(?:what|where|when|why|who|which|how|do|does|did|is|are|was|can|could|will|would|should|may|have|has|tell me|explain|if)\b/;

const NARROWING = /^(?:only|just)\s+(?!an? |the )/;

/** What a message asks for, in order. Never empty. */
export function understand(message: string): Intent[] {
  const language = detectLanguage(message);
  if (language !== null) return [{ act: 'language', text: message, thing: it(), language }];
  const intents: Intent[] = [];
  for (const clause of splitClauses(message)) {
    intents.push(understandClause(clause, intents.at(-1) ?? null));
  }
  return settle(intents, message);
}

function understandClause(clause: Clause, before: Intent | null): Intent {
  const { raw, asks } = clause;
  const base: Intent = {
    act: 'bare',
    text: raw,
    thing: { words: '', points: false },
    ...(asks && { asks }),
  };
  const named =
    /^(?:please )?(?:use|call|run|try)(?: the)? tool ["'`“]?([A-Za-z][\w./:-]{0,127})/i.exec(raw);
  if (named?.[1]) return { ...base, act: 'tool', tool: named[1] };
  const polite = clause.text.replace(/[\s,.!?]+$/, '');
  // Before politeness is stripped, since all of "hi there" and "thanks a lot" is one.
  const courtesy = TALK.find((talk) => talk.isCourtesy && talk.is.test(polite));
  if (courtesy) return { ...base, act: 'talk', about: courtesy.about };
  const text = stripPoliteness(clause.text);
  const row = ROWS.find(({ is, not }) => is.test(text) && !not?.test(text));
  const code = findCode(raw);
  const isCoupon = /\b(?:coupon|voucher|promo|discount|code)\b/.test(text);
  if (
    /^(?:apply|redeem)\b/.test(text)
      ? code !== null || isCoupon
      : isCoupon &&
        (code !== null || /\b(?:apply|use|redeem|enter|add|try|i have an?|here is)\b/.test(text)) &&
        !/\b(?:can i|combine)\b/.test(text)
  ) {
    return { ...base, act: 'coupon', code };
  }
  const talk = TALK.find(({ is }) => is.test(text));
  if (talk && row?.act !== 'contact') return { ...base, act: 'talk', about: talk.about };
  if (row) return fill(base, row, text);
  const later = SHORT_ROWS.find(({ is }) => is.test(text));
  if (later) return fill(base, later, text);
  const listed = understandListed(base, text, before);
  if (listed) return listed;
  const narrowed = takePrice(text.replace(NARROWING, ''));
  const kept = readThing(narrowed.rest);
  if (NARROWING.test(text) || (narrowed.price && kept.words === '')) {
    return {
      ...base,
      ...(narrowed.price && { price: narrowed.price }),
      act: 'search',
      narrows: true,
      thing: kept,
    };
  }
  const more = text.replace(/^(?:(?:what|how) about|same for|and)\s+/, '');
  const thing = readThing(more);
  const goesOn = more !== text || (clause.follows && tokens(text).length <= 9);
  const isPointing = thing.points && tokens(text).length <= 7 && !QUESTION.test(text);
  if (goesOn || isPointing || thing.ordinal !== undefined) {
    return {
      ...base,
      act: 'follow_up',
      thing,
      asks: asks || more !== text || QUESTION.test(more),
      code,
    };
  }
  if (asks || QUESTION.test(text) || TOPIC.test(text)) return { ...base, act: 'question', thing };
  return isWordlike(text) ? { ...base, thing } : { ...base, act: 'nonsense' };
}

const COUNTED: Row = { act: 'add', is: /^(?<counted>.+)$/, not: null, slots: {}, isWhole: false };

/** "Add two mugs and a teapot": the counted thing after an "and" is meant in the same way. */
function understandListed(base: Intent, text: string, before: Intent | null): Intent | null {
  const isCounted = new RegExp(`^(?:an?|some|the|another|${NUMBER})\\b`).test(text);
  if (!isCounted || before === null || before.asks) return null;
  if (before.act === 'add') return fill(base, COUNTED, text);
  if (before.act === 'change' && before.quantity === 0) {
    return { ...base, act: 'change', thing: readThing(text), quantity: 0 };
  }
  const isList = before.act === 'search' && before.aspect === undefined;
  return isList ? { ...base, act: 'search', thing: readThing(text) } : null;
}

function fill(base: Intent, { act, is, slots, isWhole }: Row, text: string): Intent {
  const groups = is.exec(text)?.groups ?? {};
  const phrase = groups.thing ?? groups.all ?? groups.counted ?? (isWhole ? text : '');
  const { rest } = takePrice(phrase);
  const price = act === 'search' ? takePrice(text).price : undefined;
  const intent: Intent = { ...base, act, ...slots, ...(price && { price }) };
  if (act === 'contact') {
    return { ...intent, contact: readContact(base.text), human: HUMAN.test(text) };
  }
  if (groups.page) return { ...intent, page: groups.page };
  if (groups.other) intent.other = readThing(groups.other);
  if (groups.quality) intent.quality = groups.quality;
  if (groups.number) intent.quantity = toNumber(groups.number);
  if (groups.fewer) intent.delta = -toNumber(groups.fewer);
  if (groups.counted !== undefined) {
    const counted = takeQuantity(rest);
    intent.quantity = counted.quantity ?? 1;
    intent.thing = readThing(counted.rest.replace(/^of\s+/, '') || 'it');
    // "One in blue": of what was spoken of.
    if (withoutColour(intent.thing.words) === '') intent.thing.points = true;
    return intent;
  }
  intent.thing = readThing(`${rest} ${groups.colour ?? ''}`);
  // "Two more", "make it three", "remove from cart": what was spoken of.
  if (intent.thing.words === '' && ['more', 'change'].includes(act)) intent.thing.points = true;
  return intent;
}

/** Courtesies and stray words around a real request are no requests of their own. */
function settle(intents: Intent[], message: string): Intent[] {
  const courtesies = TALK.flatMap(({ about, isCourtesy }) => (isCourtesy ? [about] : []));
  const real = intents.filter(
    ({ act, about, text }) =>
      act !== 'nonsense' &&
      !(act === 'talk' && courtesies.includes(about ?? '')) &&
      !(act === 'bare' && tokens(text).length > 6 && intents.length > 1),
  );
  // "yes, add it" and "no, the blue one" say the same thing twice.
  const acts = real.filter(({ act }) => act !== 'yes' && act !== 'no');
  const contact = acts.find(({ act }) => act === 'contact');
  if (contact !== undefined) {
    // Who writes, and what, may stand in the sentences around the wish to write.
    const whole = {
      ...contact,
      contact: { ...contact.contact, ...readContact(message.slice(0, 4_000)) },
    };
    return [...acts.filter(({ act }) => !['contact', 'bare', 'question'].includes(act)), whole];
  }
  if (acts.length > 0) return acts;
  return [real[0] ?? intents[0] ?? { act: 'nonsense', text: message, thing: it() }];
}

function stripPoliteness(text: string): string {
  const stripped = text
    .replace(/^[,\s]+|[\s,.!?]+$/g, '')
    .replace(/^(?:(?:hi|hello|hey|ok|okay|well|so|now|actually|great|oh)[ ,!]+)+(?=\S)/, '')
    .replace(/^(?:and|then|also|plus|but)\s+(?=\S)/, '')
    .replace(/\b(?:please|thank you|thanks|for me|if you can|if possible)\b/g, '')
    .replace(
      /^(?:(?:can|could|would|will) (?:you|u)(?! deliver| ship| send)|i (?:would like|want|need) you to|let us)\s+/,
      '',
    )
    .replace(/\s+/g, ' ')
    .replace(/^[,\s]+|[\s,.!?]+$/g, '');
  return stripped === '' ? text.replace(/[\s,.!?]+$/g, '') : stripped;
}
