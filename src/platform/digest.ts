// SHA-256 by the browser, for much of it at a time. Pages without https have none.

export interface Digester {
  /** SHA-256; resolves to 32 bytes. */
  digest(bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer>;
  /** Lets the page have its turn; also in a tab in the background, whose timers are slow. */
  nextTask(): Promise<void>;
}

/** Null where the browser has none for this page. */
export function browserDigester(): Digester | null {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  if (subtle === undefined) return null;
  return {
    digest: (bytes) => subtle.digest('SHA-256', bytes),
    nextTask: () =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          port1.close();
          resolve();
        };
        port2.postMessage(null);
      }),
  };
}
