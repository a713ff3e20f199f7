// What a step's card is called: English says by the verb whether something happens or has happened
// ("Searching products…", "Searched products"). Other languages, and titles that begin with no verb known
// here, keep the title; the word beside it says the rest. Data and pure functions.

const REGULAR = new Set(
  `add apply ask book call cancel change check clear click close compare confirm copy count create delete
  download edit email explain fetch fill filter finish follow list load look mark move navigate open order
  pick place play post refund remove rename replace request reserve reset restore return review save schedule
  scroll search select share sort start subscribe switch track translate try update upload use validate verify
  view visit`.split(/\s+/),
);

/** Verb: while it happens, and afterwards. */
const IRREGULAR: ReadonlyMap<string, readonly [string, string]> = new Map(
  `buy buying bought;choose choosing chose;find finding found;get getting got;go going went;log logging logged;
  make making made;pay paying paid;plan planning planned;put putting put;read reading read;say saying said;
  see seeing saw;send sending sent;set setting set;show showing showed;stop stopping stopped;
  submit submitting submitted;take taking took;tell telling told;write writing wrote`
    .split(';')
    .map((line) => {
      const [verb = '', now = '', then = ''] = line.trim().split(/\s+/);
      return [verb, [now, then]];
    }),
);

/** "Search products" → "Searching products…" or "Searched products"; null where the verb isn't known. */
export function wordStep(title: string, isDone: boolean): string | null {
  const [, first = '', rest = ''] = /^(\p{L}+)(.*)$/su.exec(title) ?? [];
  const verb = first.toLowerCase();
  const [now, then] =
    IRREGULAR.get(verb) ?? (REGULAR.has(verb) ? conjugate(verb) : ([null, null] as const));
  const word = isDone ? then : now;
  if (word === null) return null;
  const begun = first.charAt(0) + word.slice(1);
  return isDone ? `${begun}${rest}` : `${begun}${rest.replace(/[\s.…]+$/, '')}…`;
}

function conjugate(verb: string): readonly [string, string] {
  const stem = verb.replace(/e$/, '');
  const past = /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ied` : `${stem}ed`;
  return [`${stem}ing`, past];
}
