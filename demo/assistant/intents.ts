// What a visitor can mean, as data: the language between understanding, dialogue and tasks.

import type { Json } from '../../gateway/agent.ts';

/** How a visitor points at a product: by words, by "it", by its place in a list, or by price. */
export interface Reference {
  /** The product words as typed, without quantity and politeness; may be empty. */
  words: string;
  /** "it", "that one", "the green one": something spoken of before. */
  isPronoun: boolean;
  /** 1 is the first of the list, -1 the last. */
  ordinal?: number;
  isCheapest?: true;
  /** An id settled earlier in the conversation. */
  id?: string;
  variant?: string;
}

export type Aspect = 'list' | 'price' | 'stock' | 'variants';
export type SmallTalk =
  | 'greet'
  | 'thanks'
  | 'bye'
  | 'who'
  | 'feeling'
  | 'abilities'
  | 'praise'
  | 'complaint'
  | 'override'
  | 'joke';

export type Intent =
  | { kind: 'search'; words: string; aspect: Aspect; reference?: Reference; maxPrice?: number }
  | { kind: 'show'; product: Reference }
  /** "tell me about …": a product when one is known by that name, a question otherwise. */
  | { kind: 'about'; product: Reference; text: string }
  | { kind: 'add'; product: Reference; quantity: number }
  | { kind: 'more'; product: Reference; quantity: number }
  | { kind: 'change'; product: Reference; quantity?: number; delta?: number }
  | { kind: 'empty_cart' }
  | { kind: 'cart' }
  | { kind: 'coupon'; code: string | null }
  | { kind: 'go'; page: string }
  | {
      kind: 'contact';
      name?: string;
      email?: string;
      topic?: string;
      message?: string;
      human?: true;
    }
  /** `isAnything`: a gift, a present; whatever the shop has. */
  | { kind: 'choose'; words: string; isAnything?: true }
  | { kind: 'question'; text: string }
  /** About an order that was placed already. */
  | { kind: 'order'; text: string }
  | { kind: 'bare'; text: string }
  /** "and the green one?", "the second one": what was last spoken of, varied. */
  | { kind: 'follow_up'; product: Reference; asks: boolean }
  | { kind: 'quantity'; quantity: number }
  /** `isNamed`: the visitor gave the tool's own name, so it is called as it is and the page judges the input. */
  | { kind: 'tool'; name: string; input: Record<string, Json>; text: string; isNamed?: true }
  | { kind: 'yes' }
  | { kind: 'no' }
  | { kind: 'stop' }
  | { kind: 'talk'; about: SmallTalk }
  | { kind: 'language'; language: string }
  | { kind: 'nonsense' };

/** What the agent asked last, and waits for. */
export type Pending =
  | { kind: 'pick'; ids: string[]; goal: Intent & { product: Reference } }
  | { kind: 'variant'; id: string; options: string[]; quantity: number }
  | { kind: 'offer'; intent: Intent }
  | { kind: 'coupon' }
  | { kind: 'message'; contact: Intent & { kind: 'contact' } }
  | { kind: 'what'; goal: 'search' | 'choose' | 'add'; quantity: number }
  | { kind: 'field'; name: string; input: Record<string, Json>; field: string };
