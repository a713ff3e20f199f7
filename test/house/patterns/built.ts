// Patterns that are put together as a program runs: what makes them is run here, and what comes out is judged like the others.

export interface Built {
  file: string;
  /** How many calls of RegExp in the file put a pattern together. */
  calls: number;
  /** Puts all of them together. Loading the file is enough for those of its constants. */
  run?: () => Promise<unknown>;
  /** Of those that aren't linear: the longest input, in UTF-16 units, and what in the file cuts it to that. */
  bounded?: { degree: number; maxChars: number; proof: string };
  /** Of a file that isn't run here: patterns as they come out. */
  examples?: readonly string[];
}

const LANGUAGES = ['js', 'json', 'html', 'css', 'python', 'php', 'sql', 'shell'];
const HOURS = String.raw`(?:[01]?\d|2[0-3]):[0-5]\d\s*-\s*(?:(?:[01]?\d|2[0-3]):[0-5]\d|24:00)`;

export const BUILT: readonly Built[] = [
  {
    file: 'gateway/agents/model/quote.ts',
    calls: 1,
    run: async () =>
      (await import('../../../gateway/agents/model/quote.ts')).withoutTags('<', 'page', 'file'),
  },
  {
    file: 'src/content/boundaries.ts',
    calls: 2,
    run: async () =>
      (await import('../../../src/content/boundaries.ts')).readFenceOpener('```js\n'),
  },
  {
    // Loading it would load marked, whose patterns are its own. The letters stand for classes of the same kind.
    file: 'src/content/dialect.ts',
    calls: 3,
    examples: [
      String.raw`/[\p{sc=Han}，]/u`,
      String.raw`/[\p{sc=Han}“”„‘’‚«»‹›…،؛؟۔।]/u`,
      String.raw`/^\w+:\/\/(?:(?:[\w-]+|[\p{sc=Han}][\w\p{sc=Han}-]*)\.)+(?:[a-z][\w-]*|公司)(?=[/:?#]|$)/iu`,
    ],
  },
  {
    file: 'src/content/labels.ts',
    calls: 6,
    run: () => import('../../../src/content/labels.ts'),
    bounded: {
      degree: 2,
      maxChars: 1500,
      proof: 'if (label.length > MAX_LABEL_CHARS) return link.host;',
    },
  },
  {
    // Loading it would load marked, whose patterns are its own.
    file: 'src/content/lex.ts',
    calls: 1,
    examples: [String.raw`/^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))){17}/m`],
  },
  { file: 'src/content/open-fence.ts', calls: 1, examples: ['/^ {0,3}/'] },
  { file: 'src/content/tags.ts', calls: 1, examples: ['/^ {0,3}<\\/?(?:br|sub|sup|kbd|b)\\b/i'] },
  {
    file: 'src/content/tokenize-code.ts',
    calls: 1,
    run: async () => {
      const { tokenizeCode } = await import('../../../src/content/tokenize-code.ts');
      for (const name of LANGUAGES) tokenizeCode('a', name);
    },
  },
  {
    // The marks of a code span that is open.
    file: 'src/content/unfinished.ts',
    calls: 1,
    examples: ['/(?<!`)```(?!`)/'],
  },
  {
    // The owner's globs; the path of a page of his.
    file: 'src/loader/required.ts',
    calls: 1,
    run: async () =>
      (await import('../../../src/loader/required.ts')).matchesPath('/shop/*, /cart', '/'),
  },
  // The page's own, of its tool's schema, which the validator's library runs as well.
  { file: 'src/tools/plain-schema.ts', calls: 1, examples: ['/\\S/u'] },
  {
    file: 'src/tools/sources/secret-words.ts',
    calls: 3,
    run: () => import('../../../src/tools/sources/secret-words.ts'),
    bounded: { degree: 2, maxChars: 3_000, proof: 'given.slice(0, MAX_CHARS)' },
  },
  {
    file: 'wordpress/bellhop/includes/opening-hours.php',
    calls: 2,
    bounded: { degree: 2, maxChars: 500, proof: 'strlen( $line ) > 500' },
    examples: [
      String.raw`/^${HOURS}(?:\s*,\s*${HOURS})*$/`,
      String.raw`/^\d{4}-\d{2}-\d{2}\s*(${HOURS}(?:\s*,\s*${HOURS})*)?\s*(.*)$/u`,
    ],
  },
  {
    file: 'wordpress/bellhop/includes/tools.php',
    calls: 1,
    examples: [String.raw`/^[\w.\/-]{1,128}$/`],
  },
  {
    file: 'wordpress/bellhop/local/early-list.php',
    calls: 1,
    examples: [String.raw`/\/wp-json\/bellhop\/v1\/sessions\/([\w.:-]{1,200})\/events$/`],
  },
];

/** The patterns that come out, as they would be written. Modules must be loaded anew for it. */
export async function putTogether({ run, examples = [] }: Built): Promise<Set<string>> {
  const made = new Set(examples);
  if (run === undefined) return made;
  const Real = globalThis.RegExp;
  const noted = (expression: RegExp) => {
    made.add(`/${expression.source}/${expression.flags}`);
    return expression;
  };
  globalThis.RegExp = new Proxy(Real, {
    construct: (target, [source, flags]) => noted(new target(source, flags)),
    apply: (target, _, [source, flags]) => noted(target(source, flags)),
  });
  try {
    await run();
  } finally {
    globalThis.RegExp = Real;
  }
  return made;
}
