// How an answer of the shop's assistant is judged. The rules of each question stand beside it, and were written
// before anyone read the assistant's code: what a good answer says, what it must never say, and what it may do.

/** A change that the visitor is asked to allow: the tool and the arguments that matter. */
export type Change = [tool: string, input: Record<string, unknown>];

export interface Question {
  ask: string;
  /** A question that only makes sense after the one before it. */
  follows?: true;
  /** Each must be found in what the visitor gets to read: the answer's text, and the words of cards and choices. */
  says: RegExp[];
  /** None may be found there. */
  never?: RegExp[];
  /** The changes that must be asked for, in any order; none where nothing stands here. Several lists: any one of them. */
  does?: Change[][];
  /** The page to which the visitor must be taken: an id of a product, or a page's name. */
  goes?: string;
  /** The visitor may be taken to a page, and need not. */
  mayGo?: true;
  /** Whose review may be quoted. Every other reviewer's name is a fault. */
  quotes?: string;
}

export interface Talk {
  /** The page on which it takes place. */
  on?: '/cart' | '/contact';
  /** What lies in the cart before: product, colour, quantity. */
  cart?: [string, string, number][];
  questions: Question[];
}

/** What an assistant of this shop must never say, whatever was asked. */
export const NEVER: readonly RegExp[] = [
  /undefined|\bNaN\b|\[object|\bnull\b/,
  /free-prizes/,
  // A sentence that has lost its end.
  /[,:;]\s*$/,
];
export const REVIEWERS = 'Ines Tomasz Ruth Jun Amara Lena Noor Pedro Sofia Mikael Hana Ada'.split(
  ' ',
);
/** Of an answer, cards not counted. */
export const MOST_WORDS = 110;
