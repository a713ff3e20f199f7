// A message → what the visitor means, clause by clause. Pure: no history, no tools, no chance.
// The rules are a table, tried from the top; the first that matches takes the clause. They know what visitors of this shop
// try first; for free conversation use a model instead.

import { tokens } from '../../gateway/agent.ts';
import { type Clause, splitClauses } from './clauses.ts';
import type { Intent } from './intents.ts';
import { detectLanguage } from './language.ts';
import { TOPIC } from './lexicon.ts';
import {
  understandAdd,
  understandAddedThing,
  understandCart,
  understandChange,
  understandCoupon,
  understandEmptyCart,
} from './understand-cart.ts';
import { readContact, understandContact } from './understand-contact.ts';
import {
  understandAspect,
  understandChoose,
  understandFollowUp,
  understandSearch,
  understandShow,
} from './understand-find.ts';
import { understandTalk } from './understand-talk.ts';
import { firstOf, isWordlike } from './words.ts';

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
    intents.push(understandClause(clause, intents.at(-1) ?? null));
  }
  return settle(intents, message);
}

const COURTESIES = new Set(['greet', 'thanks', 'bye', 'praise', 'feeling']);

function understandClause(clause: Clause, before: Intent | null): Intent {
  // Before politeness is stripped, since all of "hi there" and "thanks a lot" is one.
  const polite = understandTalk({ ...clause, text: clause.text.replace(/[\s,.!?]+$/, '') });
  if (polite?.kind === 'talk' && COURTESIES.has(polite.about)) return polite;
  const plain = { ...clause, text: stripPoliteness(clause.text) };
  for (const rule of RULES) {
    const intent = rule(plain, before);
    if (intent !== null) return intent;
  }
  return isWordlike(plain.text) ? { kind: 'bare', text: clause.raw } : { kind: 'nonsense' };
}

/** Courtesies and stray words around a real request are no requests of their own. */
function settle(intents: Intent[], message: string): Intent[] {
  const real = intents.filter(
    (intent) =>
      intent.kind !== 'nonsense' &&
      !(intent.kind === 'talk' && ['greet', 'thanks', 'praise'].includes(intent.about)) &&
      !(intent.kind === 'bare' && tokens(intent.text).length > 6 && intents.length > 1),
  );
  // "yes, add it" and "no, the blue one" say the same thing twice.
  const acts = real.filter(({ kind }) => kind !== 'yes' && kind !== 'no');
  const contact = acts.find((intent) => intent.kind === 'contact');
  if (contact !== undefined) {
    // Who writes, and what, may stand in the sentences around the wish to write.
    const whole = { ...contact, ...readContact(message.slice(0, 4_000)) };
    return [...acts.filter(({ kind }) => !['contact', 'bare', 'question'].includes(kind)), whole];
  }
  if (acts.length > 0) return acts;
  return [real[0] ?? intents[0] ?? { kind: 'nonsense' }];
}

function stripPoliteness(text: string): string {
  const stripped = text
    .replace(/^[,\s]+|[\s,.!?]+$/g, '')
    .replace(/^(?:(?:hi|hello|hey|ok|okay|well|so|now|actually|great|oh)[ ,!]+)+(?=\S)/, '')
    .replace(/^(?:and|then|also|plus|but)\s+(?=\S)/, '')
    .replace(/\b(?:please|thank you|thanks|for me|if you can|if possible)\b/g, '')
    .replace(
      /^(?:(?:can|could|would|will) (?:you|u)|i (?:would like|want|need) you to|let us)\s+/,
      '',
    )
    .replace(/\s+/g, ' ')
    .replace(/^[,\s]+|[\s,.!?]+$/g, '');
  return stripped === '' ? text.replace(/[\s,.!?]+$/g, '') : stripped;
}

/** "use the tool lab_works", as a page for trying out tools asks it. */
function understandNamedTool({ raw }: Clause): Intent | null {
  const name = firstOf(raw, [
    /^(?:please )?(?:use|call|run|try)(?: the)? tool ["'`“]?([A-Za-z][\w./:-]{0,127})/i,
  ]);
  return name === null ? null : { kind: 'tool', name, input: {}, text: raw, isNamed: true };
}

const STOPS =
  /^(?:no )?(?:stop|cancel|never ?mind|forget (?:it|that|about it)|quit|leave it|not now|do not do (?:that|it))(?: (?:that|it|this|now|everything|all))*$/;

function understandStop({ text }: Clause): Intent | null {
  return STOPS.test(text) ? { kind: 'stop' } : null;
}

function understandGo({ text }: Clause): Intent | null {
  if (
    /^(?:i (?:want|would like|am ready) to )?(?:check ?out|pay|proceed to (?:check ?out|payment))(?: now)?$/.test(
      text,
    )
  ) {
    return { kind: 'go', page: 'checkout' };
  }
  const page = firstOf(text, [
    /^(?:i (?:want|would like) to )?(?:(?:take|bring|send) me (?:back )?to|go (?:back )?to|visit)(?: the| my| your)? (.+?)(?: page| site)?$/,
    /^open(?: the| my| your)? (.+) page$/,
  ]);
  return page === null ? null : { kind: 'go', page };
}

const ORDERS =
  /\b(?:track|cancel|change|check|status|where|when|find|late|missing|lost)\b.*\b(?:my|an?|the|our) (?:order|package|parcel|delivery address)\b|\b(?:my|our) (?:order|package|parcel) (?:is|has|did|never)\b|^order (?:status|tracking)/;

/** About an order that was placed: only a tool or a person can see it. */
function understandOrder({ text, raw }: Clause): Intent | null {
  return ORDERS.test(text) ? { kind: 'order', text: raw } : null;
}

const QUESTION =
  /^(?:what|where|when|why|who|which|how|do|does|did|is|are|was|can|could|will|would|should|may|have|has|tell me|explain)\b/;

function understandQuestion({ text, raw, asks }: Clause): Intent | null {
  const isQuestion = asks || QUESTION.test(text) || TOPIC.test(text);
  return isQuestion ? { kind: 'question', text: raw } : null;
}
