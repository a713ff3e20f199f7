// Questions that ask about the same, by the words that they share. Pure, and the same for any language: no list of words is
// needed, since short ones don't count.

export interface Question<Reason extends string> {
  session_id: string;
  text: string;
  /** Unix milliseconds. */
  at: number;
  reasons: readonly Reason[];
}

export interface QuestionGroup<Reason extends string> {
  /** As it was asked last. */
  question: string;
  count: number;
  reasons: Reason[];
  last_at: number;
  /** The newest first. */
  session_ids: string[];
}

/** Two questions are one where they share this part of all their words. */
const ALIKE = 0.5;
const MIN_WORD = 3;
const MAX_SESSIONS = 10;

/** What shares its words with the first of a group belongs to it; in the order given. */
export function groupAlike<Item extends { text: string }>(items: readonly Item[]): Item[][] {
  const groups: { words: ReadonlySet<string>; members: Item[] }[] = [];
  for (const item of items) {
    const words = wordsOf(item.text);
    const known = groups.find((other) => likeness(other.words, words) >= ALIKE);
    if (known === undefined) groups.push({ words, members: [item] });
    else known.members.push(item);
  }
  return groups.map(({ members }) => members);
}

/** @param questions the newest first. @returns those asked most often first, then the newest */
export function groupQuestions<Reason extends string>(
  questions: readonly Question<Reason>[],
): QuestionGroup<Reason>[] {
  return groupAlike(questions)
    .map((group) => ({
      question: group[0]?.text ?? '',
      count: group.length,
      reasons: [...new Set(group.flatMap(({ reasons }) => reasons))],
      last_at: group[0]?.at ?? 0,
      session_ids: [...new Set(group.map(({ session_id }) => session_id))].slice(0, MAX_SESSIONS),
    }))
    .toSorted((a, b) => b.count - a.count || b.last_at - a.last_at);
}

/** A group is closed where somebody has answered its question, and nobody has asked it since. */
export function withoutClosed<Reason extends string>(
  groups: readonly QuestionGroup<Reason>[],
  closed: readonly { question: string; asked: string | null; created_at: number }[],
): QuestionGroup<Reason>[] {
  const known = closed.map(({ question, asked, created_at: at }) => ({
    at,
    words: [question, ...(asked === null ? [] : [asked])].map(wordsOf),
  }));
  return groups.filter(({ question, last_at }) => {
    const own = wordsOf(question);
    return !known.some(
      ({ at, words }) => at >= last_at && words.some((one) => likeness(one, own) >= ALIKE),
    );
  });
}

/** Words of some length; where there are none, the whole as it stands. */
function wordsOf(text: string): ReadonlySet<string> {
  const lower = text.normalize('NFKC').toLowerCase();
  const words = (lower.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length >= MIN_WORD);
  return new Set(words.length === 0 ? [lower.trim()] : words);
}

function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of a) if (b.has(word)) shared += 1;
  return shared / (a.size + b.size - shared);
}
