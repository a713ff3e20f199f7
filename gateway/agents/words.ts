// The words of an English text, so that two texts can be compared by what they speak of: folded, without the words
// that carry no meaning, stemmed. Pure functions of strings.

/** Lower case, plain quotes, no control characters, single spaces, the usual short forms written out. */
export function fold(text: string): string {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[\u2018\u2019\u02bc`]/g, "'")
      .replace(/[\u201c\u201d]/g, '"')
      // Format characters (zero width spaces, direction marks) hide words from every later pattern.
      .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
      .replace(/\b(what|where|who|how|when|that|it|there)'s\b/g, '$1 is')
      .replace(/\b(i|you|we|they)'d\b/g, '$1 would')
      .replace(/\b(i|you|we|they|that|it)'ll\b/g, '$1 will')
      .replace(/\bi'?m\b/g, 'i am')
      .replace(/\b(you|we|they)'re\b/g, '$1 are')
      .replace(/\b(i|you|we)'ve\b/g, '$1 have')
      .replace(/\b(do|does|did|is|are|ca|wo|would|could)n'?t\b/g, (_, verb: string) =>
        verb === 'ca' ? 'cannot' : verb === 'wo' ? 'will not' : `${verb} not`,
      )
      .replace(/\bpls\b|\bplz\b/g, 'please')
      .replace(/\bgimme\b/g, 'give me')
      .replace(/\bwanna\b/g, 'want to')
      .replace(/\s+/g, ' ')
      .trim()
  );
}

export function tokens(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

const STOP_WORDS = new Set(
  (
    'a an and any are as at be been but by can could did do does for from get got had has have he her hi ' +
    'how i if in into is it its just like me my need no not of ok on one ones or our please she should so ' +
    'some tell than that the their them then there these they this those to too up us want was we were ' +
    'what when where which who why will with would you your about again also am know much many long more ' +
    'give let really thing things'
  ).split(' '),
);

/** A stem that makes "mugs" and "mug", "returns" and "returned" meet. Crude on purpose: both sides use it. */
export function stem(word: string): string {
  let out = word;
  if (out.length > 4 && out.endsWith('ies')) out = `${out.slice(0, -3)}y`;
  else if (out.length > 4 && /(ss|sh|ch|x)es$/.test(out)) out = out.slice(0, -2);
  else if (out.length > 3 && out.endsWith('s') && !/(ss|us|is)$/.test(out)) out = out.slice(0, -1);
  if (out.length > 5 && out.endsWith('ing')) out = undouble(out.slice(0, -3));
  else if (out.length > 4 && out.endsWith('ed')) out = undouble(out.slice(0, -2));
  if (out.length > 4 && out.endsWith('e')) out = out.slice(0, -1);
  return out;
}

function undouble(word: string): string {
  return /([bdgmnprt])\1$/.test(word) ? word.slice(0, -1) : word;
}

/** The words that carry meaning, stemmed, each once, in order. */
export function contentStems(text: string): string[] {
  const stems = tokens(text)
    .filter((word) => !STOP_WORDS.has(word))
    .map(stem);
  return [...new Set(stems)];
}

export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}
