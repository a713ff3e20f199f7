// A message → what the visitor means, clause by clause. Pure: no history, no tools, no chance.
// The rules are a table, tried from the top; the first that matches takes the clause.

import { type Clause, splitClauses } from './clauses.ts';
import type { Intent, Reference } from './intents.ts';
import { detectLanguage } from './language.ts';
import { readContact, understandContact } from './understand-contact.ts';
import { understandTalk } from './understand-talk.ts';
import { findOrdinal, findQuantity, isWordlike, tokens } from './words.ts';

/** Subjects that a shop explains in words rather than sells. */
const TOPIC =
  /\b(ship(s|ping|ped)?|deliver(y|ies|s|ed)?|returns?|refund(s|ed)?|exchange|warranty|guarantee|pay(ment|ments)?|invoice|tax|vat|customs|opening|hours|address|location|policy|policies|privacy|terms|track(ing)?|gift wrap(ping)?|gift cards?|care|dishwasher|microwave|oven|wash(ing)?|clean(ing)?|material|made|sustainab\w+|recycl\w+|lead|safe|broken|damaged|wholesale|size guide|account|(?:my|an|the) order|order (?:status|number|history|tracking))\b/;
const QUESTION_START =
  /^(what|where|when|why|who|whom|whose|which|how|do|does|did|is|are|was|were|can|could|will|would|should|may|am|have|has|tell me (about|what|how|when|where|why)|explain)\b/;
const CART = '(?:(?:shopping )?(?:cart|basket|bag|trolley))';
const PRONOUN =
  /^(it|that|this|them|these|those|one|ones|that one|this one|the one|the same|same|some of (it|them))$/;

const PRICE_LIMIT =
  /\b(?:that (?:is|are|costs?) )?(?:under|below|less than|up to|at most|cheaper than|no more than|within|for)\s*(?:€|\$|£|eur|usd|gbp)?\s*(\d{1,6}(?:[.,]\d{1,2})?)\s*(?:€|\$|£|euros?|eur|dollars?|bucks|pounds?)?/;
/** Words that describe no product. */
const ANYTHING =
  /^(?:gifts?|presents?|gift ideas?|something(?: nice)?|anything(?: nice)?|things?|stuff|everything|products?|items?|all(?: (?:the )?products)?|a? ?(?:gift|present) for .*|what you have)$/;

type Rule = (clause: Clause, before: Intent | null) => Intent | null;

const RULES: Rule[] = [
  understandNamedTool,
  understandStop,
  understandContact,
  understandCoupon,
  understandEmptyCart,
  understandGo,
  understandCart,
  understandChange,
  understandAdd,
  understandChoose,
  understandAspect,
  understandShow,
  understandSearch,
  understandTalk,
  understandFollowUp,
  understandAddedThing,
  understandOrder,
  understandQuestion,
];

/** What a message asks for, in order. Never empty. */
export function understand(message: string): Intent[] {
  const language = detectLanguage(message);
  if (language !== null) return [{ kind: 'language', language }];
  const intents: Intent[] = [];
  for (const clause of splitClauses(message)) {
    const before = intents.at(-1) ?? null;
    const courtesy = understandCourtesy(clause);
    if (courtesy === null) {
      intents.push(understandClause({ ...clause, text: stripPoliteness(clause.text) }, before));
    } else intents.push(courtesy);
  }
  return settle(intents, message);
}

/** Looked for before courtesies are stripped, since all of "hi there" and "thanks a lot" is one. */
function understandCourtesy(clause: Clause): Intent | null {
  const intent = understandTalk({ ...clause, text: clause.text.replace(/[\s,.!?]+$/, '') });
  const isCourtesy =
    intent?.kind === 'talk' &&
    ['greet', 'thanks', 'bye', 'praise', 'feeling'].includes(intent.about);
  return isCourtesy ? intent : null;
}

function understandClause(clause: Clause, before: Intent | null): Intent {
  for (const rule of RULES) {
    const intent = rule(clause, before);
    if (intent !== null) return intent;
  }
  return isWordlike(clause.text) ? { kind: 'bare', text: clause.raw } : { kind: 'nonsense' };
}

/** Courtesies and stray words around a real request are no requests of their own. */
function settle(intents: Intent[], message: string): Intent[] {
  const isReal = (intent: Intent): boolean =>
    intent.kind !== 'nonsense' &&
    !(intent.kind === 'talk' && ['greet', 'thanks', 'praise'].includes(intent.about)) &&
    !(intent.kind === 'bare' && tokens(intent.text).length > 6 && intents.length > 1);
  const real = intents.filter(isReal);
  // "yes, add it" and "no, the blue one" say the same thing twice.
  const acts = real.filter((intent) => intent.kind !== 'yes' && intent.kind !== 'no');
  const contact = acts.find((intent) => intent.kind === 'contact');
  if (contact !== undefined) {
    // Who writes, and what, may stand in the sentences around the wish to write.
    const whole = { ...contact, ...readContact(message.slice(0, 4_000)) };
    return [...acts.filter(({ kind }) => !['contact', 'bare', 'question'].includes(kind)), whole];
  }
  if (acts.length > 0) return acts;
  if (real.length > 0) return real.slice(0, 1);
  if (intents.length > 1 && message.length > 400) return [{ kind: 'nonsense' }];
  return [intents[0] ?? { kind: 'nonsense' }];
}

function stripPoliteness(text: string): string {
  const stripped = text
    .replace(/^[,\s]+|[\s,.!?]+$/g, '')
    .replace(
      /^(?:(?:hi|hello|hey|ok|okay|well|so|um+|uh+|now|actually|great|oh|alright|right)[ ,!]+)+(?=\S)/,
      '',
    )
    .replace(/^(?:and|then|also|plus|but)\s+(?=\S)/, '')
    .replace(/\b(?:please|thank you|thanks|kindly|for me|if you can|if possible)\b/g, '')
    .replace(
      /^(?:(?:can|could|would|will) (?:you|u)(?: also)?|i (?:would like|want|need) you to|let us|you can|go ahead and|i think you should)\s+/,
      '',
    )
    .replace(/\s+/g, ' ')
    .replace(/^[,\s]+|[\s,.!?]+$/g, '')
    .trim();
  return stripped === '' ? text.replace(/[\s,.!?]+$/g, '') : stripped;
}

/** "use the tool lab_works", as a page for trying out tools asks it. */
function understandNamedTool({ raw }: Clause): Intent | null {
  const name =
    /^(?:please )?(?:use|call|run|try|invoke)(?: the)? tool ["'`“]?([A-Za-z][\w./:-]{0,127})/i.exec(
      raw,
    )?.[1] ??
    /^(?:please )?(?:use|call|run|try|invoke)(?: the)? ["'`“]?([A-Za-z][\w./:-]{0,127})["'`”]? tool\b/i.exec(
      raw,
    )?.[1];
  return name === undefined ? null : { kind: 'tool', name, input: {}, text: raw, isNamed: true };
}

function understandStop({ text }: Clause): Intent | null {
  const stops =
    /^(?:no )?(?:stop|cancel|never ?mind|forget (?:it|that|about it)|abort|halt|quit|leave it|let it be|not now|do not do (?:that|it)|undo that)(?: (?:that|it|this|now|everything|all|right now))*$/;
  return stops.test(text) ? { kind: 'stop' } : null;
}

function understandCoupon({ text, raw }: Clause): Intent | null {
  const isCoupon =
    /\b(coupon|voucher|promo(?:tion)?(?: code)?|discount code|discount|gift code|code)\b/.test(
      text,
    );
  const verb = /\b(apply|use|redeem|enter|add|activate|try|i have|here is|with)\b/.test(text);
  const code = findCode(raw);
  if (isCoupon && (verb || code !== null)) return { kind: 'coupon', code };
  if (/^(apply|redeem)\b/.test(text) && code !== null) return { kind: 'coupon', code };
  return null;
}

/** A coupon code: a word with a digit in it, or in capitals. */
export function findCode(raw: string): string | null {
  const words = raw.match(/[A-Za-z0-9][A-Za-z0-9_-]{2,29}/g) ?? [];
  const mixed = words.find((word) => /\d/.test(word) && /[A-Za-z]/.test(word));
  const capitals = words.find((word) => /^[A-Z0-9_-]{4,}$/.test(word) && /[A-Z]/.test(word));
  const named = /\b(?:code|coupon|voucher)[: ]+["']?([A-Za-z0-9_-]{4,30})["']?\s*$/i.exec(raw)?.[1];
  const found =
    mixed ??
    capitals ??
    (named !== undefined && !/^(code|please|codes|here|voucher|coupon)$/i.test(named)
      ? named
      : null);
  return found?.toUpperCase() ?? null;
}

function understandEmptyCart({ text }: Clause): Intent | null {
  const empties = new RegExp(
    `^(?:empty|clear(?: out)?|reset) (?:my |the |out my )?${CART}$|^(?:remove|delete|take out) (?:everything|all(?: of (?:it|them))?)(?: (?:from|in) (?:my |the )?${CART})?$`,
  );
  return empties.test(text) ? { kind: 'empty_cart' } : null;
}

function understandGo({ text }: Clause): Intent | null {
  if (
    /^(?:i (?:want|would like|am ready) to )?(?:check ?out|pay(?: now)?|proceed to (?:check ?out|payment))(?: now)?$/.test(
      text,
    )
  ) {
    return { kind: 'go', page: 'checkout' };
  }
  if (/^(?:(?:go )?back )?(?:to )?(?:the )?home(?: ?page)?$/.test(text))
    return { kind: 'go', page: 'home' };
  const match =
    /^(?:i (?:want|would like) to )?(?:(?:take|bring|send|lead|get) me (?:back )?to|go (?:back )?to|navigate to|visit|switch to|proceed to|jump to)(?: the| my| your)? (.+?)(?: page| site)?$/.exec(
      text,
    ) ?? /^open(?: the| my| your)? (.+) page$/.exec(text);
  return match?.[1] === undefined ? null : { kind: 'go', page: match[1] };
}

function understandCart({ text }: Clause): Intent | null {
  const views = new RegExp(
    `^(?:my |the )?${CART}$|\\b(?:what|show|see|view|open|check|display|list|look)\\b.*\\b(?:in |at |my |the )${CART}\\b|\\b(?:total|how much|worth|cost)\\b.*\\b${CART}\\b|\\bhow many\\b.*\\b${CART}\\b|^what (?:have i|did i|do i have|i have) (?:got|added|add|put|ordered|order|chosen|so far)|^(?:what is )?(?:my|the) total$`,
  );
  return views.test(text) ? { kind: 'cart' } : null;
}

function understandChange(clause: Clause): Intent | null {
  const { text } = clause;
  const remove =
    /^(?:remove|delete|drop|take (?:out|off|away)|get rid of|throw out|i do not want|i no longer want) (.+)$/.exec(
      text,
    ) ?? /^take (.+) (?:out|off|away)(?: of .*)?$/.exec(text);
  if (remove?.[1] !== undefined) {
    const part = /^(one|two|three|four|\d+) (?:of )?(.+)$/.exec(stripCart(remove[1]));
    const count = part?.[1] === undefined ? null : findQuantity(part[1]);
    if (part?.[2] !== undefined && count !== null) {
      return { kind: 'change', product: readReference(part[2]), delta: -count.value };
    }
    return { kind: 'change', product: readReference(stripCart(remove[1])), quantity: 0 };
  }
  const fewer =
    /^(?:i want |take |make it )?(one|two|three|a|\d+) (?:less|fewer)(?: of)?(?: (.+))?$/.exec(
      text,
    );
  if (fewer) {
    const count = findQuantity(fewer[1] ?? 'one')?.value ?? 1;
    return { kind: 'change', product: readReference(fewer[2] ?? 'it'), delta: -count };
  }
  const set =
    /^(?:make|change|set|update|increase|reduce|lower|raise) (?:the )?(?:quantity (?:of )?)?(.*?)\s?(?:to |into |a )?(?:be )?(zero|one|two|three|four|five|six|seven|eight|nine|ten|a dozen|\d+)(?: (?:pieces|items|of (?:it|them)))?$/.exec(
      text,
    );
  if (set) {
    const quantity = findQuantity(set[2] ?? '')?.value;
    const words = stripCart(set[1] ?? '').trim();
    if (quantity !== undefined)
      return { kind: 'change', product: readReference(words || 'it'), quantity };
  }
  const only =
    /^(?:i (?:only|just) (?:want|need)|only|just|no i meant|i meant) (one|two|three|four|five|\d+)(?: (.+))?$/.exec(
      text,
    );
  if (only?.[1] !== undefined) {
    const quantity = findQuantity(only[1])?.value ?? 1;
    return { kind: 'change', product: readReference(only[2] ?? 'it'), quantity };
  }
  return null;
}

const ADD_START =
  /^(?:add(?: in)?|put|throw in|buy|purchase|order(?! (?:status|number|history|tracking|confirmation|id)\b)|i (?:want|would like|need) to (?:buy|order|get|purchase|add)|i will (?:take|have|get|buy)|i(?: would)? take|i would like|give me|get me|(?:can|could|may) i (?:get|have|buy|order|add)|i want|let me (?:get|have|buy))\s+(?!to (?:know|see|ask|talk|speak|return|pay|find|contact|send|write|cancel|complain)|help|information|info)(.+)$/;

function understandAdd({ text }: Clause): Intent | null {
  const more =
    /^(?:add |i want |give me |and )?(another|one|two|three|four|five|six|a few|\d+) more(?: of)?(?: (.+))?$/.exec(
      text,
    ) ?? /^(?:add )?(another)(?: one)?$/.exec(text);
  if (more?.[1] !== undefined) {
    const quantity = findQuantity(more[1])?.value ?? 1;
    return { kind: 'more', product: readReference(stripCart(more[2] ?? '') || 'it'), quantity };
  }
  const match = ADD_START.exec(text);
  if (match?.[1] === undefined || /^(?:my|the) (?:order|package|parcel|money)\b/.test(match[1]))
    return null;
  return readAdd(match[1]);
}

/** "add two mugs and a teapot": the counted thing after an "and" is added as well. */
function understandAddedThing({ text, raw }: Clause, before: Intent | null): Intent | null {
  if (
    before?.kind === 'add' &&
    /^(?:\d+|an?|one|two|three|four|five|six|some|the|another)\b/.test(text)
  )
    return readAdd(text);
  if (before?.kind === 'change' && before.quantity === 0 && /^the\b/.test(text)) {
    return { kind: 'change', product: readReference(text), quantity: 0 };
  }
  if (before?.kind === 'search' && before.aspect === 'list' && /^(?:an?|some|the)\b/.test(text)) {
    return { kind: 'search', words: stripArticles(text), aspect: 'list' };
  }
  void raw;
  return null;
}

function readAdd(rest: string): Intent {
  const thing = stripCart(rest);
  const found = findQuantity(` ${thing}`);
  const isLeading = found !== null && ` ${thing}`.trimStart().startsWith(found.phrase.trim());
  const isTrailing =
    found !== null && /\d/.test(found.phrase) && thing.endsWith(found.phrase.trim());
  // "that one" and "the small one" count nothing.
  const counted = isLeading || isTrailing ? found : null;
  const words = counted === null ? thing : thing.replace(counted.phrase.trim(), ' ').trim();
  const isBareOne = counted !== null && words === '';
  return {
    kind: 'add',
    product: readReference(isBareOne ? 'it' : words.replace(/^of\s+/, '')),
    quantity: counted?.value ?? 1,
  };
}

function stripCart(text: string): string {
  return text
    .replace(new RegExp(`\\s*\\b(?:to|in|into|from|of|out of)? ?(?:my |the |your )?${CART}$`), '')
    .trim();
}

function understandChoose({ text }: Clause): Intent | null {
  const match =
    /^(?:please )?help me (?:to )?(?:choose|pick|decide|select|find)(?: (?:on|between|among))?\s*(.*)$/.exec(
      text,
    ) ??
    /^(?:(?:what|which)(?: (.+?))? (?:do|would|should) (?:you|i) (?:recommend|suggest|buy|get|choose|pick))/.exec(
      text,
    ) ??
    /^(?:recommend|suggest)(?: me)?\s*(.*)$/.exec(text) ??
    /^i (?:cannot|do not know (?:what|which)(?: .*)? to) (?:decide|choose|buy|get|pick)(.*)$/.exec(
      text,
    );
  if (match === null) return null;
  const words = stripArticles(match[1] ?? '').replace(/^(?:something|anything|one|which one)$/, '');
  return { kind: 'choose', words };
}

function understandAspect({ text }: Clause): Intent | null {
  const price =
    /^(?:how much (?:is|are|does|do|for)|what (?:does|do|is the price (?:of|for)|are the prices of)|(?:the )?price (?:of|for))\s+(.+?)(?: cost)?$/.exec(
      text,
    );
  if (price?.[1] !== undefined && /how much|price|cost/.test(text) && !TOPIC.test(text)) {
    return aspect('price', price[1]);
  }
  const stock =
    /^(?:is|are) (.+?) (?:still )?(?:in stock|available|sold out|out of stock)$/.exec(text) ??
    /^do you (?:still )?have (.+) in stock$/.exec(text);
  if (stock?.[1] !== undefined) return aspect('stock', stock[1]);
  const variants =
    /^(?:what|which) (?:other )?(?:colou?rs?|sizes?|variants?|options|versions?)(?: (?:does|do|is|are|has|have|of|for))?(?: (?:there for|there))?\s*(.*?)(?: (?:come in|have|available in|available|in|there|got))?$/.exec(
      text,
    ) ??
    /^(?:does|do|is|are) (.+?) (?:come in|available in) (?:other |different |any )?(?:colou?rs?|sizes?|.+)$/.exec(
      text,
    );
  if (variants?.[1] !== undefined) {
    return aspect('variants', variants[1].replace(/^(?:you|there)$/, '') || 'it');
  }
  return null;
}

function aspect(kind: 'price' | 'stock' | 'variants', words: string): Intent {
  const reference = readReference(words);
  return { kind: 'search', words: reference.words, aspect: kind, reference };
}

function understandShow({ text, raw }: Clause): Intent | null {
  if (PRICE_LIMIT.test(text)) return null;
  const show =
    /^(?:show|open|view|display|see|let me see|i want to see)(?: me)? (?:the |this |that |details (?:of|for|on) (?:the )?|product )(.+)$/.exec(
      text,
    ) ??
    /^(?:show|open|view|see|let me see)(?: me)? (it|this|that|this one|that one)$/.exec(text) ??
    /^(?:show|open|view)(?: me)? (.+)$/.exec(text);
  const isPlural =
    show?.[1] !== undefined &&
    /^show|^let me see|^i want to see/.test(text) &&
    /(?:[^su]s|products|items)$/.test(show[1]) &&
    !/\bthe (?:first|second|third|last)\b/.test(text);
  const isAny =
    /\b(?:some|any|your|all|what|more|other|products|cheap\w*)\b/.test(show?.[1] ?? '') &&
    !/cheapest/.test(text);
  if (show?.[1] !== undefined && !isPlural && !isAny)
    return { kind: 'show', product: readReference(show[1]) };
  const about =
    /^(?:tell me (?:more |something )?about|more about|what (?:is|about)|how about|describe|details (?:of|on|about))\s+(.+)$/.exec(
      text,
    );
  if (about?.[1] === undefined || TOPIC.test(text)) return null;
  const product = readReference(about[1]);
  if (/^(?:what|how) about/.test(text) && product.isPronoun)
    return { kind: 'follow_up', product, asks: true };
  if (/^what is/.test(text) && !product.isPronoun && !/^what is (?:the|a|an|your)\b/.test(text))
    return null;
  return { kind: 'about', product, text: raw };
}

function understandSearch({ text }: Clause): Intent | null {
  const match =
    /^(?:do|does) (?:you|u|this shop|the shop)(?: guys)?(?: still| also)? (?:have|sell|carry|stock|offer)(?: any| some)?\s+(.+)$/.exec(
      text,
    ) ??
    /^(?:search|look|browse|hunt)(?: (?:for|through|at))?(?: the (?:shop|catalogu?e|store) for)?\s+(.+)$/.exec(
      text,
    ) ??
    /^(?:i am )?(?:looking|searching|shopping) for\s+(.+)$/.exec(text) ??
    /^(?:find|show)(?: me)?(?: some| any| your| all(?: of)?(?: the| your)?)?\s+(.+)$/.exec(text) ??
    /^(?:what|which) (.+?) (?:do you|have you) (?:have|sell|got|carry|stock)$/.exec(text) ??
    /^(?:have you )?got any\s+(.+)$/.exec(text) ??
    /^(?:any|are there(?: any)?|is there(?: an?| any)?)\s+(.+)$/.exec(text) ??
    /^i need\s+(?!(?:some |more )?(?:help|assistance|support)\b)(.+)$/.exec(text) ??
    /^(what (?:do you (?:sell|have)|products|is for sale|can i buy).*)$/.exec(text);
  if (match?.[1] === undefined || (TOPIC.test(match[1]) && !/^(?:search|find)/.test(text)))
    return null;
  if (/^what (?:do|products|is|can)/.test(match[1]))
    return { kind: 'search', words: '', aspect: 'list' };
  const limit = PRICE_LIMIT.exec(match[1]);
  const reference = readReference(match[1].replace(PRICE_LIMIT, ' ').trim());
  const isAnything = ANYTHING.test(reference.words);
  if (limit?.[1] !== undefined || isAnything) {
    return {
      kind: 'search',
      words: isAnything ? '' : reference.words,
      aspect: 'list',
      ...(isAnything && reference.extreme === undefined ? {} : { reference }),
      ...(limit?.[1] === undefined ? {} : { maxPrice: Number(limit[1].replace(',', '.')) }),
    };
  }
  if (reference.isPronoun && /^(?:do|does|is|are)\b/.test(text))
    return { kind: 'follow_up', product: reference, asks: true };
  return { kind: 'search', words: reference.words, aspect: 'list', reference };
}

function understandFollowUp({ text, asks, follows }: Clause): Intent | null {
  const only =
    /^(?:x ?)?(\d{1,4}|one|two|three|four|five|six|seven|eight|nine|ten|a dozen)(?: (?:of (?:them|it|those)|pieces|please))?$/.exec(
      text,
    );
  if (only?.[1] !== undefined)
    return { kind: 'quantity', quantity: findQuantity(only[1])?.value ?? 1 };
  const reference = readReference(text.replace(/^(?:what about|how about|and)\s+/, ''));
  const short = tokens(text).length <= 7;
  if (
    short &&
    !TOPIC.test(text) &&
    ((follows && reference.words !== '' && tokens(text).length <= 4) ||
      reference.isPronoun ||
      reference.ordinal !== undefined ||
      reference.extreme !== undefined)
  ) {
    return {
      kind: 'follow_up',
      product: reference,
      asks: asks || /^(?:what|how) about/.test(text),
    };
  }
  return null;
}

/** About an order that was placed: only a tool or a person can see it. */
function understandOrder({ text, raw }: Clause): Intent | null {
  const orders =
    /\b(?:track|trace|cancel|change|check|status|where|when|find|arrive|late|missing|lost)\b.*\b(?:my|an?|the|our) (?:order|package|parcel|delivery(?: address)?)\b|\b(?:my|our) (?:order|package|parcel) (?:is|has|did|never)\b|^order (?:status|tracking)/;
  return orders.test(text) ? { kind: 'order', text: raw } : null;
}

function understandQuestion({ text, raw, asks }: Clause): Intent | null {
  return asks || QUESTION_START.test(text) || TOPIC.test(text)
    ? { kind: 'question', text: raw }
    : null;
}

/** "the green one", "the second mug", "the cheapest teapot", "it". */
export function readReference(phrase: string): Reference {
  const text = stripArticles(phrase);
  const ordinal = findOrdinal(text);
  const extreme = /\b(cheapest|least expensive|lowest priced?|cheaper)\b/.test(text)
    ? 'cheapest'
    : /\b(most expensive|dearest|priciest|best one)\b/.test(text)
      ? 'dearest'
      : null;
  const words = text
    .replace(
      /\b(?:cheapest|cheaper|least expensive|most expensive|dearest|priciest|lowest priced?)\b/g,
      '',
    )
    .replace(
      ordinal === null ? /$^/ : /\b(?:first|1st|second|2nd|third|3rd|fourth|4th|fifth|5th|last)\b/g,
      '',
    )
    .replace(/\s+/g, ' ')
    .trim();
  const isOne = /\b(?:ones?)$/.test(words);
  const isPronoun =
    PRONOUN.test(words) || isOne || /^(?:it|that|this|them|these|those)\b/.test(words);
  return {
    words: stripArticles(
      words.replace(/\b(?:ones?|it|that|this|them|these|those|same)\b/g, ' ').trim(),
    ),
    isPronoun: isPronoun || (words === '' && (ordinal !== null || extreme !== null)),
    ...(ordinal === null ? {} : { ordinal }),
    ...(extreme === null ? {} : { extreme }),
  };
}

function stripArticles(text: string): string {
  let out = text.trim();
  for (let before = ''; before !== out; ) {
    before = out;
    out = out
      .replace(/^(?:the|an?|some|any|my|your|of|for|more|other|new|nice|good)\s+/, '')
      .trim();
  }
  return out.replace(/\s+/g, ' ').replace(/[?.!,]+$/, '');
}
