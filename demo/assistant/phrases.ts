// How the concierge words things. `pick` takes one of several wordings by the conversation's own seeded chance.

import { clean, type Product } from './catalogue.ts';
import { isInstruction } from './sentences.ts';

export type Pick = (wordings: readonly string[]) => string;

export function createPick(random: () => number): Pick {
  return (wordings) => wordings[Math.floor(random() * wordings.length)] ?? wordings[0] ?? '';
}

export interface Failure {
  code: string;
  message: string;
  field: string | null;
  retryable: boolean;
}

/** For each code a sentence about `act`, "add the Tall Mug"; ` …` is the page's own reason. */
const FAILURES: Readonly<Record<string, (act: string) => string>> = {
  declined: (act) => `All right, you said no, so I didn't ${act}.`,
  cancelled: (act) => `That was skipped before it happened, so I didn't ${act}.`,
  invalid_input: (act) => `The page didn't accept the details when I tried to ${act}. …`,
  permission_denied: (act) =>
    `I'm not allowed to ${act} here. You may need to sign in, or do it yourself on the page.`,
  not_found: (act) => `I couldn't ${act}. …`,
  tool_unavailable: (act) => `I can't ${act} on this page; it doesn't offer that here.`,
  rate_limited: (act) =>
    `I couldn't ${act}: that was too many tries in a short time. Please wait a minute and ask me again.`,
  timeout: (act) =>
    `The page took too long, so I don't know whether it managed to ${act}. Please check before we try again.`,
  unavailable: (act) =>
    `I couldn't ${act} because the page can't be reached right now. Please try again in a little while.`,
  wp_fatal_error: (act) =>
    `The site itself had a serious problem when I tried to ${act}. Its owner will need to look into it.`,
  execution_failed: (act) => `I tried to ${act}, but it didn't work. …`,
  internal_error: (act) =>
    `Something broke in the chat while I tried to ${act}. It isn't your doing.`,
};

export function failureSentence({ code, message, field }: Failure, act: string): string {
  const sentence = FAILURES[code]?.(act) ?? `I tried to ${act}, but it failed without saying why.`;
  const named =
    field === null
      ? sentence
      : sentence.replace('the details', `the ${field.replaceAll('_', ' ')}`);
  return named.replace(' …', quoteDetail(message));
}

/** The page's own reason, where it reads like one. */
function quoteDetail(message: string): string {
  const text = clean(message, 140);
  if (text === '' || isInstruction(text) || /https?:/i.test(text)) return '';
  return ` It says: “${text.replace(/[.\s]+$/, '')}.”`;
}

export function describe({ name, price, variants, inStock }: Product): string {
  const options = variants.map((variant) => clean(variant, 30)).join(', ');
  const notes = [options, inStock === false ? 'out of stock' : ''].filter((note) => note !== '');
  const named = price === null ? name : `${name}, ${price}`;
  return notes.length > 0 ? `${named} (${notes.join('; ')})` : named;
}

/** A list to choose from; a long one without colours, so that it stays short to read. */
export function bullets(products: readonly Product[]): string {
  const isLong = products.length > 6;
  const rows = products.map((product) => describe(isLong ? { ...product, variants: [] } : product));
  return rows.map((row) => `- ${row}`).join('\n');
}

export function joinWords(words: readonly string[], last = 'and'): string {
  if (words.length <= 1) return words[0] ?? '';
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}

/** "2 × Morning mug in green" */
export function counted(quantity: number, name: string, variant: string | null = null): string {
  const what = variant === null ? name : `${name} in ${clean(variant, 30)}`;
  return quantity === 1 ? what : `${quantity} × ${what}`;
}
