// What a visitor has to agree to before the first message (`data-consent`). Fetched with the core of a chat that has such
// words. Until the tick is set the core isn't made, so nothing is stored, sent or asked for; who cancels has the message
// back in the composer.

import type { CheckedOptions } from '../loader/attributes.ts';
import { showTick, type TickParts } from '../ui/consent/tick.tsx';
import type { Emit, RawOptions } from './types.ts';

export interface ConsentParts extends TickParts {
  /** Beginning of the names under which this widget stores. */
  prefix: string;
  /** `consent` is the text; another text is asked about anew. */
  options: Pick<CheckedOptions, 'consent' | 'privacy' | 'history'>;
  /** The page's options: who asks for a session reads there what was agreed to (`CONSENT`). */
  raw: RawOptions;
  emit: Emit;
  /** Makes the tick be seen, where the page itself has sent the message. */
  open(): void;
}

export interface Consent {
  text: string;
  /** When the tick was set, as an ISO time. */
  at: string;
}

/** Under which a page's options hold what its visitor has agreed to. */
export const CONSENT = Symbol.for('bellhop.consent');

interface Asking {
  given: Promise<unknown>;
  give(): void;
  asked: Promise<boolean> | null;
}
const asking = new WeakMap<ShadowRoot, Asking>();

/**
 * @param isAsked a message waits: the visitor is asked where nothing is known, and false means that they have cancelled.
 * Else it only ends once they have agreed.
 */
export async function consent(parts: ConsentParts, isAsked?: boolean): Promise<unknown> {
  const { root, raw, options, emit, open } = parts;
  const known = (raw as Record<symbol, Consent | undefined>)[CONSENT] ?? read(parts);
  if (known?.text === options.consent) {
    Object.assign(raw, { [CONSENT]: known });
    return true;
  }
  const state = asking.get(root) ?? newAsking();
  asking.set(root, state);
  if (!isAsked) return state.given;
  // Messages that are sent meanwhile wait for the same tick.
  state.asked ??= (async () => {
    open();
    const isGiven = await showTick(parts);
    state.asked = null;
    if (!isGiven) return false;
    const given = { text: options.consent, at: new Date().toISOString() };
    Object.assign(raw, { [CONSENT]: given });
    write(parts, given);
    emit('consent', given);
    state.give();
    asking.delete(root);
    return true;
  })();
  return state.asked;
}

function newAsking(): Asking {
  let give = (): void => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give, asked: null };
}

type Kept = Pick<ConsentParts, 'prefix' | 'options'>;

/** As long as the transcript is kept. */
function storageOf({ options }: Kept): Storage | null {
  if (options.history === 'none') return null;
  return options.history === 'local' ? localStorage : sessionStorage;
}

function read(kept: Kept): Consent | undefined {
  try {
    const { text, at } = JSON.parse(storageOf(kept)?.getItem(`${kept.prefix}:consent`) ?? '{}');
    return typeof text === 'string' && typeof at === 'string' ? { text, at } : undefined;
  } catch {
    // Storage is refused, or somebody else has written there.
    return undefined;
  }
}

function write(kept: Kept, given: Consent): void {
  try {
    storageOf(kept)?.setItem(`${kept.prefix}:consent`, JSON.stringify(given));
  } catch {
    // Storage is refused or full: the next page asks again.
  }
}
