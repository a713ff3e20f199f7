// Passkeys of this browser, which keeps them, and asks for a finger, a face or a PIN.

export interface BrowserPasskeys {
  /** False in a browser that can't read the gateway's options: the desk shows no button then. */
  isThere: boolean;
  /** @param options as the gateway gives them. @returns what it is to keep; null: the person doesn't want it after all */
  make(options: object): Promise<object | null>;
  /** @returns what the gateway is to check; null: the person doesn't want it after all, or has none */
  use(options: object): Promise<object | null>;
}

export function createPasskeys({
  navigator,
  PublicKeyCredential: Credential,
}: Window & typeof globalThis): BrowserPasskeys {
  return {
    isThere:
      typeof Credential?.parseCreationOptionsFromJSON === 'function' &&
      typeof Credential.parseRequestOptionsFromJSON === 'function',
    make: (options) =>
      answer(async () => {
        const given = options as PublicKeyCredentialCreationOptionsJSON;
        const publicKey = Credential.parseCreationOptionsFromJSON(given);
        return navigator.credentials.create({ publicKey });
      }),
    use: (options) =>
      answer(async () => {
        const given = options as PublicKeyCredentialRequestOptionsJSON;
        const publicKey = Credential.parseRequestOptionsFromJSON(given);
        return navigator.credentials.get({ publicKey });
      }),
  };
}

/** Browsers say one and the same of a person who turns away, who waits too long, and who has none. */
async function answer(ask: () => Promise<Credential | null>): Promise<object | null> {
  try {
    const credential = (await ask()) as PublicKeyCredential | null;
    return credential === null ? null : (credential.toJSON() as object);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotAllowedError') return null;
    throw error;
  }
}
