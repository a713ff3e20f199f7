// The title of a step's card. English says by the verb whether something happens or has happened
// ("Searching products…", "Searched products"). Other languages, and titles that begin with no verb known
// here, keep the title; the word beside it says the rest. Data and pure functions.

const REGULAR = new Set(
  `add apply ask book call cancel change check clear compare confirm create delete download fetch fill filter
  follow list load look move navigate open order pick place remove request reserve save search select share sort
  start subscribe switch track translate update upload use view visit`.split(/\s+/),
);

/** For each verb: its form while the step runs, and afterwards. */
const IRREGULAR: ReadonlyMap<string, readonly [string, string]> = new Map(
  `buy buying bought;choose choosing chose;find finding found;get getting got;go going went;
  make making made;pay paying paid;put putting put;read reading read;send sending sent;set setting set;
  show showing showed;stop stopping stopped;submit submitting submitted;write writing wrote`
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
  const isCapital = first.charAt(0) !== verb.charAt(0);
  const begun = isCapital ? word.charAt(0).toUpperCase() + word.slice(1) : word;
  return isDone ? `${begun}${rest}` : `${begun}${rest.replace(/[\s.…]{1,20}$/, '')}…`;
}

function conjugate(verb: string): readonly [string, string] {
  const stem = verb.replace(/e$/, '');
  const past = /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ied` : `${stem}ed`;
  return [`${stem}ing`, past];
}
