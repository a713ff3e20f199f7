// What the concierge says. Every sentence stands here, so that its manner can be read and changed in one place.
// `pick` takes one of several wordings by the conversation's own seeded chance.

import { isInstruction } from './answer.ts';
import { clean, type Product } from './catalogue.ts';

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

/** What went wrong, in words that differ by code; `act` is what was tried: "add the Tall Mug". */
export function failureSentence(failure: Failure, act: string): string {
  const detail = quoteDetail(failure.message);
  switch (failure.code) {
    case 'declined':
      return `All right, you said no, so I didn't ${act}.`;
    case 'cancelled':
      return `That was skipped before it happened, so I didn't ${act}.`;
    case 'invalid_input':
      return failure.field === null
        ? `The page didn't accept the details when I tried to ${act}.${detail}`
        : `The page didn't accept the ${failure.field.replaceAll('_', ' ')} when I tried to ${act}.${detail}`;
    case 'permission_denied':
      return `I'm not allowed to ${act} here. You may need to sign in, or do it yourself on the page.`;
    case 'not_found':
      return detail === ''
        ? `I couldn't ${act}: the page says it isn't there.`
        : `I couldn't ${act}.${detail}`;
    case 'tool_unavailable':
      return `I can't ${act} on this page; it doesn't offer that here.`;
    case 'rate_limited':
      return `I couldn't ${act}: that was too many tries in a short time. Please wait a minute and ask me again.`;
    case 'timeout':
      return `The page took too long, so I don't know whether it managed to ${act}. Please check before we try again.`;
    case 'unavailable':
      return `I couldn't ${act} because the page can't be reached right now. Please try again in a little while.`;
    case 'wp_fatal_error':
      return `The site itself had a serious problem when I tried to ${act}. Its owner will need to look into it.`;
    case 'execution_failed':
      return `I tried to ${act}, but it didn't work.${detail}`;
    case 'internal_error':
      return `Something broke in the chat while I tried to ${act}. It isn't your doing.`;
    default:
      return `I tried to ${act}, but it failed without saying why.`;
  }
}

/** The page's own reason, where it reads like one. */
function quoteDetail(message: string): string {
  const text = clean(message, 140);
  if (text === '' || isInstruction(text) || /https?:/i.test(text)) return '';
  return ` It says: “${text.replace(/[.\s]+$/, '')}.”`;
}

export function describe(product: Product): string {
  const parts = [product.name];
  if (product.price !== null) parts.push(product.price);
  const notes: string[] = [];
  if (product.variants.length > 0)
    notes.push(product.variants.map((variant) => clean(variant, 30)).join(', '));
  if (product.inStock === false) notes.push('out of stock');
  return parts.join(', ') + (notes.length > 0 ? ` (${notes.join('; ')})` : '');
}

export function bullets(products: readonly Product[], limit = 6): string {
  const shown = products.slice(0, limit).map((product) => `- ${describe(product)}`);
  const rest = products.length - limit;
  return shown.join('\n') + (rest > 0 ? `\n- and ${rest} more` : '');
}

export function joinWords(words: readonly string[], last = 'and'): string {
  if (words.length <= 1) return words[0] ?? '';
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}

export function counted(quantity: number, name: string): string {
  return quantity === 1 ? name : `${quantity} × ${name}`;
}
