// What a visitor can mean, as data: the language between reading a message and acting on it.

/** How a visitor points at a product: by words, by "it", by its place in a list, or by price. */
export interface Thing {
  /** The words that name it, without quantity and politeness; may be empty. */
  words: string;
  /** "it", "that one", "the green one": something spoken of before. */
  points: boolean;
  /** 1 is the first of the list, -1 the last. */
  ordinal?: number;
  rank?: 'cheapest' | 'dearest' | 'cheaper';
  /** An id settled earlier in the conversation. */
  id?: string;
  variant?: string;
}

export type Aspect = 'price' | 'stock' | 'colours' | 'gone';

/** What narrows a list. */
export interface Filter {
  words: string;
  price?: { least?: number; most?: number };
}

export type Act =
  | 'search'
  | 'show'
  | 'about'
  | 'compare'
  | 'choose'
  | 'add'
  | 'more'
  | 'change'
  | 'swap'
  | 'empty_cart'
  | 'cart'
  | 'free_delivery'
  | 'coupon'
  | 'go'
  | 'contact'
  | 'order'
  | 'question'
  /** "and the green one?", "and express?": what was last spoken of, varied. */
  | 'follow_up'
  | 'quantity'
  /** Words without a verb. */
  | 'bare'
  | 'tool'
  | 'yes'
  | 'no'
  | 'stop'
  | 'talk'
  | 'language'
  | 'nonsense';

export interface Contact {
  name?: string;
  email?: string;
  topic?: string;
  message?: string;
}

/** An act and its slots. */
export interface Intent {
  act: Act;
  /** The clause as typed. */
  text: string;
  thing: Thing;
  /** The second of a comparison; what takes the first one's place in a swap. */
  other?: Thing;
  quantity?: number;
  /** By how much a quantity changes. */
  delta?: number;
  price?: Filter['price'];
  /** It narrows the list before: "only blue ones", "under €30". */
  narrows?: boolean;
  /** By what two are compared: "cheaper", "bigger". */
  quality?: string;
  aspect?: Aspect;
  /** It ended in a question mark. */
  asks?: boolean;
  code?: string | null;
  page?: string;
  contact?: Contact;
  /** A person is asked for. */
  human?: boolean;
  /** A tool that the visitor has named; the page judges whether there is one. */
  tool?: string;
  /** Which row of the small talk. */
  about?: string;
  language?: string;
  /** Words of an earlier question that this one goes on from. */
  goesOn?: string;
}

/** What the agent asked last, and waits for. */
export type Pending =
  | { kind: 'pick'; ids: string[]; goal: Intent }
  | { kind: 'variant'; id: string; options: string[]; quantity: number }
  | { kind: 'offer'; intent: Intent }
  | { kind: 'coupon' }
  | { kind: 'message'; contact: Contact }
  | { kind: 'what'; goal: Intent };

/** "It": the product that was spoken of, or this very one. */
export function it(id?: string, variant?: string | null): Thing {
  return { words: '', points: true, ...(id && { id }), ...(variant && { variant }) };
}
