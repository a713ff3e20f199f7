// How words can be read by a person, for lists of words to be looked for in all of them: as they stand; with letters of other
// alphabets that look Latin (Unicode's confusables, UTS #39, as far as letters in use go); and with digits and signs for letters.
// Pure, and knows no list.

/** Each text: letters in the order of those that they look like. Upper case is listed where it looks like another letter. */
const LOOK_ALIKES = [
  ['АаВСсЕеНһІіЈјКкМОоРрЅѕТтУуХхѴѵԜԝԚԛԁӏгп', 'aabcceehhiijjkkmooppssttyyxxvvwwqqdlrn'],
  ['ΑαΒΕεΖΗΙιΚκΜΝνΟοσΡρΤτΥυΧχωϹϲϳ', 'aabeezhiikkmnvoooppttyuxxwccj'],
  ['աոօսցհքցԼՏՕ', 'wnougpqglso'],
  ['ᎪᏴᏟᎠᎬᎻᎥᏦᏞᎷᏢᏒᏚᎢᏙᎳᏃᎾᎡ', 'abcdehiklmprstvwzor'],
  ['ꭺᏼꮯꭰꭼꮋꭵꮶꮮꮇꮲꮢꮪꭲꮩꮃꮓꮎꭱ', 'abcdehiklmprstvwzor'],
  ['ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ', 'bpdtgkjczfmnlsrvhwxyaeiou'],
  ['ᑭᗩᗷᑕᗪᗴᖴᘜᕼᒍᒪᗰᑎᖇᔕᑌᐯᗯᘔ', 'pabcdefghjlmnrsuvwz'],
  ['ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘǫʀꜱᴛᴜᴠᴡʏᴢɡɑıɩɾøłđðħŧ', 'abcdefghijklmnopqrstuvwyzgaiirolddht'],
] as const;

/** Signs that stand for letters: "p@$$w0rd". */
const SIGNS = ['0134579@$!|€£¢∆§', 'oieastgasilelcas'] as const;

const tableOf = (pairs: readonly (readonly [string, string])[]): ReadonlyMap<string, string> =>
  new Map(pairs.flatMap(([from, to]) => [...from].map((letter, at) => [letter, to[at] ?? letter])));
const LATIN = tableOf(LOOK_ALIKES);
const LETTERS = tableOf([SIGNS]);

const spell = (words: string, table: ReadonlyMap<string, string>): string =>
  [...words].map((letter) => table.get(letter) ?? letter).join('');

/** White letters on black, and flags: they have no plain letter of their own in Unicode's tables. */
function boxed(letter: string): string {
  const code = letter.codePointAt(0) ?? 0;
  const first = [0x1f150, 0x1f170, 0x1f1e6].find((start) => code >= start && code < start + 26);
  return first === undefined ? letter : String.fromCharCode(97 + code - first);
}

/** Without marks, invisible characters and case; a run of single letters ("P.I.N.") is one word. */
export function plainly(words: string): string {
  return joined(bare(words).toLowerCase());
}

const bare = (words: string): string =>
  words
    .replace(/[\u{1f150}-\u{1f189}\u{1f1e6}-\u{1f1ff}]/gu, boxed)
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/ß/g, 'ss');

const joined = (words: string): string =>
  words
    .replace(/ς/g, 'σ')
    .replace(/_/g, ' ')
    .replace(
      /(?<![\p{L}\p{N}])[\p{L}\p{N}](?:[^\p{L}\p{N}]+[\p{L}\p{N}](?![\p{L}\p{N}]))+/gu,
      (run) => run.replace(/[^\p{L}\p{N}]+/gu, ''),
    );

/** All readings, the plain one first. */
export function readings(words: string): readonly string[] {
  const letters = bare(words);
  const latin = spell(spell(letters, LATIN).toLowerCase(), LATIN);
  const spelled = spell(latin, LETTERS);
  const all = [letters.toLowerCase(), latin, spelled, spelled.replaceAll('vv', 'w')];
  return [...new Set(all.map(joined))];
}

const isLatin = /\p{Script=Latin}/u;
const isAlike =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}\p{Script=Canadian_Aboriginal}]/u;

/** Whether a word has letters of two alphabets that look alike: nobody writes so who wants to be read. */
export function hasMixedWord(words: string): boolean {
  const all =
    words.normalize('NFC').match(/[\p{L}\p{M}\p{Default_Ignorable_Code_Point}]{3,}/gu) ?? [];
  return all.some((word) => isLatin.test(word) && isAlike.test(word));
}
