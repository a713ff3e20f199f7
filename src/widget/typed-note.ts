// Notes in sessionStorage, in the same moment, each text that the visitor has written and no durable storage holds yet.
// If the page goes before the core has been fetched, the next page puts the text into its composer.

export interface TypedNote {
  /** The text that an earlier page of this tab left, or ''. */
  read(): string;
  /** Notes the composer's text; call it with '' once the text is stored elsewhere. */
  typed(text: string): void;
  /** Notes a text on its way to the outbox. Call the returned function once it is there, or back in the composer. */
  sending(text: string): () => void;
}

export function createTypedNote(prefix: string): TypedNote {
  const key = `${prefix}:typed`;
  const under = new Set<{ text: string }>();
  let typed = '';

  function write(): void {
    const text = [...[...under].map((one) => one.text), typed].filter(Boolean).join('\n');
    try {
      if (text === '') sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, text);
    } catch {
      // Storage is refused or full: the note lasts as long as the page.
    }
  }

  return {
    read() {
      try {
        return sessionStorage.getItem(key) ?? '';
      } catch {
        return '';
      }
    },
    typed(text) {
      if (text === typed) return;
      typed = text;
      write();
    },
    sending(text) {
      const one = { text };
      under.add(one);
      write();
      return () => {
        under.delete(one);
        write();
      };
    },
  };
}
