// What the visitor has written and nothing durable holds yet: this tab's own note, made in the same moment, so that a
// page that goes before the core is there takes no word with it. The next page finds it in the composer.

export interface TypedNote {
  /** What an earlier page of this tab has left; '' where there is nothing. */
  read(): string;
  /** What stands in the composer; '' once it is kept elsewhere. */
  typed(text: string): void;
  /** A text that is on its way to the outbox; returns what to call when it is there, or back in the composer. */
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
      // Then it lasts as long as the page.
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
