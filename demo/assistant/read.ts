// A message becomes wishes: each clause is compared with the example sentences, its slots are read, and what it leaves out is
// taken from the conversation. Pure: the same message, memory and likeness give the same wishes.

import { fold, isStopWord, stem, tokens } from '../../gateway/agent.ts';
import { isAlike, maskNames } from './catalogue.ts';
import { ALIKE, SKILLS, TALK, VOCABULARY } from './examples.ts';
import type { Guess } from './learn.ts';
import type { Memory, Wish } from './memory.ts';
import { readSlots, type Slots } from './slots.ts';

/** Less alike than this is not understood; a change of the cart needs more. */
const LEAST = 0.33;
const LEAST_TO_CHANGE = 0.36;
const CHANGES = ['add', 'quantity', 'remove', 'empty', 'swap', 'coupon'];
const ASKS_TO_CHANGE =
  /\b(?:add|put|buy|order|take|get|(?:can|could|may) i have|will have|want|need|give|throw|more|another|make|change|set|only|less|remove|delete|drop|rid|out|clear|empty|swap|replace|exchange|rather|instead|apply|use|code|coupon|redeem|enter|would like|over|just|purchase|reduce|voucher|pack|grab)\b/;
/** "I buy no animal products", "I don't want it": says what is not wanted. */
const REFUSES =
  /\b(?:buy|take|eat|use|want|need|add|order) (?:no|not|never)\b|\b(?:do not|does not|never|cannot|will not) (?:buy|take|eat|use|want|need|add|order)\b/;

const FILLERS =
  /^(?:(?:ok|okay|and|so|well|but|also|then|great|thanks|thank you|oh|hmm|um|please|hi|hello|hey|sorry|actually|now|alright|cool|nice|perfect|plus|wait)[,!. ]+)+(?=\S)/;
/** What a sentence begins with and means nothing by itself. */
const SOFT = new RegExp(FILLERS.source, 'i');
const STARTS =
  'how|what|when|where|which|who|why|do|does|is|are|can|could|would|will|show|add|put|remove|take|tell|apply|go|open|i|please|make|compare|delete|send|help|find|also|then';
const JOINTS = new RegExp(String.raw`(?:,| and| but| then| plus|, and)+ (?=(?:${STARTS})\b)`);

export function splitClauses(text: string): string[] {
  return text
    .split(/(?<=[.!?;])\s+|\n+/)
    .map((sentence) => sentence.replace(SOFT, ''))
    .flatMap((sentence) => sentence.split(JOINTS))
    .map((clause) => clause.trim())
    .filter((clause) => /[\p{L}\p{N}]/u.test(clause));
}

/** With typing errors in known words corrected. */
function mend(text: string, names: readonly string[]): string {
  const known = [...VOCABULARY, ...names];
  return text.replace(/\p{L}{4,}/gu, (word) => {
    if (isStopWord(word) || known.includes(word) || known.includes(stem(word))) return word;
    return known.find((one) => one.length > 3 && isAlike(word, one)) ?? word;
  });
}

const namesOf = ({ products }: Memory): string[] =>
  [...products.values()].flatMap(({ name, summary }) => tokens(`${name} ${summary}`));

const plain = (clause: string): string =>
  fold(clause)
    .replace(FILLERS, '')
    .replace(/[\s,.!?]+$/, '')
    .trim();

/** The sentences that must be comparable before a message is read. */
export function sentencesOf(text: string, memory: Memory): string[] {
  const products = [...memory.products.values()];
  return [text, ...splitClauses(text)].flatMap((clause) => {
    const said = mend(plain(clause), namesOf(memory));
    const { mentions } = readSlots(clause, products);
    return [said, maskNames(said, readSlots(said, products).mentions), maskNames(clause, mentions)];
  });
}

export type Guesser = (sentence: string) => Guess[];

export function readMessage(text: string, memory: Memory, guess: Guesser): Wish[] {
  const wishes: Wish[] = [];
  const now: Memory = { ...memory };
  for (const clause of splitClauses(text.slice(0, 2_000)).slice(0, 6)) {
    const wish = readClause(clause, now, guess);
    const before = wishes.at(-1)?.slots.mentions[0]?.products;
    const isOfBefore = before?.length === 1 && wish.kind === 'act' && !wish.slots.mentions[0];
    wishes.push(isOfBefore && before[0] ? { ...wish, productId: before[0].id } : wish);
    if (wish.kind === 'unknown' || wish.kind === 'talk') continue;
    now.last = wish;
    now.asked = null;
    const [only] = wish.slots.mentions.flatMap(({ products }) => products);
    if (only) now.focus = { id: only.id, variant: null };
  }
  const real = wishes.filter(
    ({ kind, name }) =>
      kind !== 'unknown' && !(kind === 'talk' && TALK.get(name)?.isCourtesy) && name !== 'prefer',
  );
  // "Any advice? I drink a lot of tea": the rest tells what is looked for.
  const rest = wishes.filter((wish) => wish.kind === 'unknown' || wish.name === 'prefer');
  const whole = real.map((wish) =>
    ['gift', 'search'].includes(wish.name) && contentOf(wish.text, wish.slots).length === 0
      ? { ...wish, text: [wish.text, ...rest.map(({ text: more }) => more)].join(' ') }
      : wish,
  );
  if (real.length > 0) return withoutEchoes(whole);
  const [first] = wishes.filter(({ kind }) => kind !== 'unknown');
  if (first === undefined && wishes.length > 1) return [readClause(text, memory, guess)];
  return first ? [first] : wishes.slice(0, 1);
}

/** "My mug came broken. It has a crack": one matter, told in two sentences. */
function withoutEchoes(wishes: Wish[]): Wish[] {
  return wishes.filter((wish, at) => {
    const same = wishes.findIndex(({ kind, name }) => kind === wish.kind && name === wish.name);
    return same === at || wish.kind === 'act';
  });
}

/** How much a cue adds, and what an act on a product gains or loses by whether one is spoken of. */
const CUE = 0.3;
const THING = 0.12;
const ON_PRODUCTS = [
  'price',
  'stock',
  'colours',
  'about',
  'detail',
  'compare',
  'show',
  'remove',
  'quantity',
  'swap',
];

/** The guesses with what the words themselves tell, the likeliest first. */
function weigh(guesses: readonly Guess[], text: string, thing: number): Guess[] {
  return guesses
    .map((one) => {
      const cue = SKILLS.find(({ kind, name }) => kind === one.kind && name === one.name)?.cue;
      const fit =
        ON_PRODUCTS.includes(one.name) && one.kind === 'act' ? THING * (2 * thing - 1) : 0;
      return { ...one, sure: one.sure + (cue?.test(text) ? CUE : 0) + fit };
    })
    .sort((a, b) => b.sure - a.sure);
}

function readClause(clause: string, memory: Memory, guess: Guesser): Wish {
  const products = [...memory.products.values()];
  const text = mend(plain(clause), namesOf(memory));
  const slots = readSlots(clause, products);
  const base = { text: clause, slots };
  const masked = maskNames(text, readSlots(text, products).mentions);
  const hasThing = slots.mentions.length > 0 || slots.ordinal !== undefined;
  const isAboutThing = hasThing || ((slots.points || slots.pointsAtAll) && memory.focus !== null);
  const [best] = weigh(guess(masked), text, hasThing ? 1 : isAboutThing ? 0.5 : 0);
  const answer = readAnswer(base, memory, best);
  if (answer !== null) return answer;
  const asksToChange = ASKS_TO_CHANGE.test(text) && !(best?.name === 'add' && REFUSES.test(text));
  const isOrder = best?.name === 'add' && best.sure >= LEAST_TO_CHANGE && asksToChange;
  if (slots.code && memory.last?.name === 'coupon') return { ...base, kind: 'act', name: 'coupon' };
  if (!isOrder && isBare(text, slots, products.length > 0)) {
    const varied = vary(base, memory);
    if (varied !== null) return varied;
  }
  if (best === undefined) return { ...base, kind: 'unknown', name: '' };
  const isChange = best.kind === 'act' && CHANGES.includes(best.name);
  const asksWhether = /^(?:will|is|are|does|do|has|did)\b/.test(text);
  const least = isChange ? LEAST_TO_CHANGE : LEAST;
  const fitting = best.sure >= least && (!isChange || (asksToChange && !asksWhether)) ? best : null;
  // A question that nothing resembles, about a product that is named or was spoken of, is for the product's page.
  if (fitting === null && isAboutThing && slots.mentions.length < 2)
    return { ...base, kind: 'act', name: isQuestion(clause) ? 'detail' : 'about' };
  if (fitting === null && slots.mentions.length > 1)
    return { ...base, kind: 'act', name: 'compare' };
  if (fitting === null) {
    const before = memory.last?.kind === 'topic' ? `${plain(memory.last.text)} ${text}` : '';
    const [again] = before === '' ? [] : guess(before).filter(({ kind }) => kind === 'topic');
    if (again && again.sure >= LEAST && tokens(text).length <= 8)
      return { ...base, kind: 'topic', name: again.name };
    const isThing = contentOf(text, slots).some((word) => THINGS.has(word));
    if (isThing)
      return {
        ...base,
        kind: 'act',
        name: /\bfor\b|\blikes?\b|\bloves?\b/.test(text) ? 'gift' : 'search',
      };
    return { ...base, kind: 'unknown', name: '' };
  }
  const { last } = memory;
  const isOfTopic =
    last?.kind === 'topic' &&
    !hasThing &&
    ['price', 'detail', 'payment', 'delivery_time'].includes(fitting.name);
  if (last && isOfTopic) {
    const [again] = weigh(guess(`${plain(last.text)} ${text}`), text, 0).filter(
      ({ kind }) => kind === 'topic',
    );
    const country = last.slots.country;
    return {
      ...base,
      kind: 'topic',
      name: again?.name ?? last.name,
      slots: { ...slots, ...(country && { country }) },
    };
  }
  let { name } = fitting;
  // "I'm allergic to wool, any ideas?": what is excluded is kept, and the question is answered.
  const asksMore =
    /\b(?:ideas?|gifts?|presents?|something|recommend|suggest|looking|show|what (?:can|could|do|should))\b/;
  if (name === 'prefer' && (asksMore.test(text) || isQuestion(clause)))
    name = /gift|present|idea|recommend|suggest/.test(text) ? 'gift' : 'search';
  if (fitting.kind === 'act' && !isAboutThing && ['colours', 'stock'].includes(name))
    name = 'search';
  const isOfIt = name === 'search' && slots.points && memory.focus !== null && !slots.rank;
  if (isOfIt && contentOf(text, slots).length === 0) name = slots.colour ? 'colours' : 'stock';
  const refines =
    name === 'search' && last?.kind === 'act' && ['search', 'gift'].includes(last.name);
  const kept =
    refines && /^(?:only|just|but|in|from|with|without|something|cheaper|any|show)/.test(text)
      ? narrowing(last.slots)
      : {};
  return {
    ...base,
    kind: fitting.kind,
    name,
    slots: { ...kept, ...slots },
    ...(isInstead(clause) && { isInstead: true as const }),
  };
}

/** What a search had been narrowed by. */
const narrowing = ({ least, most, colour }: Slots) => ({
  ...(least && { least }),
  ...(most && { most }),
  ...(colour && { colour }),
});

export const isQuestion = (text: string): boolean =>
  /\?\s*$|^(?:how|what|when|where|which|who|why|do|does|is|are|can|could|would|will|has|have)\b/i.test(
    plain(text),
  );
const isInstead = (text: string): boolean => /^(?:oh,? )?no\b|\binstead\b|\brather\b/i.test(text);

/** What answers the question that the assistant asked last; null where the message is about something else. */
function readAnswer(
  base: Pick<Wish, 'text' | 'slots'>,
  { asked, focus }: Memory,
  best?: Guess,
): Wish | null {
  if (asked === null) return null;
  const { about, wish } = asked;
  const { slots, text } = base;
  const isYes = best?.name === 'yes' && best.sure > 0.6 && tokens(text).length <= 5;
  const productId = focus?.id;
  const of = productId === undefined ? {} : { productId };
  const kind = 'act';
  switch (about) {
    case 'cart':
      if (isYes) return { text, kind, name: 'add', slots: { ...slots, points: true }, ...of };
      return null;
    case 'people':
      return isYes ? { ...base, kind, name: 'write' } : null;
    case 'variant':
    case 'which': {
      const isPick = slots.colour ?? slots.ordinal ?? slots.rank ?? slots.mentions[0];
      if (isPick === undefined || wish === null || tokens(text).length > 6) return null;
      const { quantity, ...own } = slots;
      const both = {
        ...wish.slots,
        ...own,
        mentions: own.mentions[0] ? own.mentions : wish.slots.mentions,
      };
      return {
        ...wish,
        text: `${wish.text} ${text}`,
        slots:
          about === 'variant'
            ? { ...both, quantity: (quantity ?? 1) > 1 ? quantity : (wish.slots.quantity ?? 1) }
            : both,
      };
    }
    case 'code':
      return slots.code || /^[\w-]{4,30}$/.test(text.trim())
        ? {
            ...base,
            kind,
            name: 'coupon',
            slots: { ...slots, code: slots.code ?? text.trim().toUpperCase() },
          }
        : null;
    case 'message':
      if (best && ['stop', 'no'].includes(best.name) && best.sure > 0.6) return null;
      return { ...base, kind, name: 'write', text: `message: ${text}` };
  }
}

const BARE =
  /^(?:what|how|which|about|or|in|the|an?|for|ones?|of|it|that|this|no|not|yes|only|just|me|to|under|over|below|above|with|if|is|are|same|from|show|stuff|things?|please|too|also|instead|rather|and|then|there|wait|euros?|eur|dollars?|cheaper|cheapest|expensive|most|dearest|between|on|does|would|as|well|at|can|i|around|up|than|do|you|ship|deliver|colou?r|product|products|your)$/;

/** Whether nothing is said but slots: "and in blue?", "the second one", "what about the teapot". */
function isBare(text: string, slots: Slots, isKnown: boolean): boolean {
  const { mentions, colour, ordinal, quantity, rank, most, least, country } = slots;
  if (!isKnown && country === undefined) return false;
  const hasSlot = mentions[0] ?? colour ?? ordinal ?? rank ?? most ?? least ?? country ?? quantity;
  const isShort = tokens(text).length <= 7 && !/^(?:do|can i|is|are|add|show)\b/.test(text);
  const names = country === undefined ? [] : tokens(`${country.said}`);
  const rest = tokens(maskNames(text, readBack(text, mentions))).filter(
    (word) =>
      !BARE.test(word) &&
      word !== colour &&
      !names.includes(word) &&
      !/^\d+$|^(?:first|second|third|fourth|fifth|last|one|two|three|four|five|six|seven|eight|nine|ten|twelve)$/.test(
        word,
      ),
  );
  return hasSlot !== undefined && isShort && rest.length === 0;
}

/** The mentions' places in a text that has lost its first words. */
function readBack(text: string, mentions: Slots['mentions']): Slots['mentions'] {
  return readSlots(
    text,
    mentions.flatMap(({ products }) => products),
  ).mentions;
}

/** The last wish, of something else: "and the teapot?", "in blue", "what about Japan?". */
function vary(
  base: Pick<Wish, 'text' | 'slots'>,
  { last, lastAdd, listed, focus }: Memory,
): Wish | null {
  const { slots, text } = base;
  const kind = 'act';
  const isThing = slots.mentions.length > 0 || slots.ordinal !== undefined || slots.points;
  if (slots.country) return { ...base, kind: 'topic', name: 'abroad' };
  const wasChange = last?.kind === 'act' && ['add', 'quantity', 'swap'].includes(last.name);
  if (wasChange && lastAdd !== null && (isInstead(text) || /^not\b/.test(text)))
    return { ...base, kind, name: 'swap', isInstead: true };
  if (
    wasChange &&
    lastAdd !== null &&
    slots.colour &&
    !slots.mentions[0] &&
    !isQuestion(text) &&
    /\b(?:and|too|also|another|as well)\b/.test(text)
  )
    return { ...base, kind, name: 'add', productId: lastAdd.id, slots: { ...slots, points: true } };
  if (wasChange && slots.quantity !== undefined && !slots.mentions[0] && !slots.colour)
    return { ...base, kind, name: slots.isMore ? 'add' : 'quantity' };
  if (slots.mentions.length > 1) return { ...base, kind, name: 'compare' };
  if (last?.kind === 'topic' && isThing) return { ...base, kind: 'topic', name: last.name };
  if (
    last?.kind === 'act' &&
    ['add', 'quantity', 'remove'].includes(last.name) &&
    slots.mentions[0] &&
    !isQuestion(text)
  )
    return { ...base, kind, name: last.name === 'remove' ? 'remove' : 'add' };
  const isSearch = last?.kind === 'act' && ['search', 'gift'].includes(last.name);
  if (isSearch && last && !slots.mentions[0] && slots.ordinal === undefined) {
    const isOne = slots.points && slots.rank && listed.length > 1;
    if (isOne && !isQuestion(text)) return { ...base, kind, name: 'about' };
    const isPicking = (slots.points || slots.pointsAtAll) && listed.length > 1 && slots.rank;
    if (isPicking && isQuestion(text)) return { ...base, kind, name: 'price' };
    const most = slots.most ?? (last.slots.most ? slots.quantity : undefined) ?? last.slots.most;
    return {
      ...last,
      slots: { ...last.slots, ...slots, mentions: last.slots.mentions, ...(most && { most }) },
    };
  }
  const goesOn = ['price', 'stock', 'colours', 'detail', 'about', 'show'];
  if (last?.kind === 'act' && goesOn.includes(last.name) && (isThing || slots.colour)) {
    const name = slots.colour && !slots.mentions[0] ? 'colours' : last.name;
    return { ...base, kind, name, text: name === 'detail' ? last.text : text };
  }
  if (slots.colour && focus !== null && !slots.mentions[0])
    return { ...base, kind, name: 'colours' };
  if (isThing && !(slots.points && slots.mentions.length === 0 && slots.ordinal === undefined))
    return { ...base, kind, name: 'about' };
  if (slots.rank || slots.most || slots.least || slots.colour)
    return { ...base, kind, name: 'search' };
  return null;
}

/** The words of a wish that tell what is looked for. */
export function contentOf(text: string, slots: Slots): string[] {
  return tokens(text).filter(
    (word) =>
      !isStopWord(word) && word !== slots.colour && !GENERIC.has(word) && !/^\d+$/.test(word),
  );
}

/** Words for things that a shop may have. */
const THINGS = new Set(ALIKE.flat());

const GENERIC = new Set(
  (
    'whats im dont think nicest prettiest advice some could lot sell have carry stock offer looking look find search show shop store product products item items thing things something anything everything ' +
    'stuff any buy need want got gift gifts present presents idea ideas recommend suggest suggestion help choose pick decide nice good best cheap cheaper ' +
    'cheapest expensive dearest under over below less price priced budget euro euros eur around between please kind kinds other else made colour colours color ' +
    'colors wish love loves like likes liked enjoy enjoys fan someone somebody friend mother mum mom dad father sister brother wife husband partner ' +
    'girlfriend boyfriend aunt uncle grandma grandmother grandfather boss colleague birthday christmas anniversary wedding housewarming person people man ' +
    'woman year old know available browse range which what who popular seller sellers bestseller allergic vegan without maybe little small up most more'
  ).split(' '),
);
