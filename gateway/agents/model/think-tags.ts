// Parts what a model thinks from what it says, where both come as one text: open models write `<think>…</think>` before
// their answer. Only at its beginning, and not anywhere as the package's own middleware does: an answer may speak of that
// tag, in code above all.

const TAGS = ['think', 'thinking'] as const;
/** Where a server's template has already written the opening tag, the closing one comes alone, on a line of its own. */
const LONE_END = /^([\s\S]*?)(?:^|\n)<\/think(?:ing)?>[ \t]*(?:\n\s*|$)([\s\S]*)$/;

export interface Parted {
  thought: string;
  said: string;
}

export interface ThinkTags {
  /** Between an opening tag and its closing one. */
  readonly isThinking: boolean;
  /** Takes the next piece. Text that may be the beginning of a tag is kept back. */
  push(text: string): Parted;
  /** Gives what is kept back: the text has ended. */
  end(): Parted;
}

export function createThinkTags(): ThinkTags {
  /** Null once the answer has begun. */
  let kept: string | null = '';
  let closing: string | null = null;
  let hasThought = false;

  function push(text: string): Parted {
    const parted: Parted = { thought: '', said: '' };
    if (kept === null) return { thought: '', said: text };
    kept += text;
    for (;;) {
      if (closing !== null) {
        const end = kept.indexOf(closing);
        if (end < 0) {
          const whole = Math.max(0, kept.length - closing.length + 1);
          parted.thought += kept.slice(0, whole);
          kept = kept.slice(whole);
          return parted;
        }
        parted.thought += kept.slice(0, end);
        kept = kept.slice(end + closing.length);
        closing = null;
        hasThought = true;
      }
      const begun = kept.trimStart();
      const tag = TAGS.find((name) => begun.startsWith(`<${name}>`));
      if (tag === undefined) {
        if (TAGS.some((name) => `<${name}>`.startsWith(begun))) return parted;
        parted.said = hasThought ? begun : kept;
        kept = null;
        return parted;
      }
      closing = `</${tag}>`;
      kept = begun.slice(tag.length + 2);
    }
  }

  return {
    get isThinking() {
      return closing !== null;
    },
    push,
    end() {
      const rest = kept ?? '';
      kept = null;
      return closing === null
        ? { thought: '', said: hasThought ? rest.trimStart() : rest }
        : { thought: rest, said: '' };
    },
  };
}

/** Parts a whole text that lacks the opening tag. */
export function partAtLoneEnd(text: string): Parted {
  const [, thought = '', said = ''] = LONE_END.exec(text) ?? [];
  return thought === '' && said === '' ? { thought: '', said: text } : { thought, said };
}

/** Parts a whole text into thoughts and words. */
export function withoutThoughts(text: string): string {
  const tags = createThinkTags();
  return partAtLoneEnd(tags.push(text).said + tags.end().said).said;
}
