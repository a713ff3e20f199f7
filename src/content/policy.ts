// The allow list, as data: all that an answer's markup may become. What isn't named here does not reach
// the page, whatever the renderer wrote.

/** Elements that markdown makes. No form, frame, media, SVG or MathML. */
export const ALLOWED_TAGS = [
  'p',
  'br',
  'hr',
  'strong',
  'em',
  'del',
  'code',
  'pre',
  'blockquote',
  'h4',
  'h5',
  'h6',
  'ul',
  'ol',
  'li',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'a',
  // Never reaches the page as it is: it becomes a placeholder, or a checked picture, while still inert.
  'img',
] as const;

/** No style, class, id, name, data-*, aria-*, event handlers, target or srcset. */
export const ALLOWED_ATTRIBUTES = [
  'href',
  'title',
  'src',
  'alt',
  // Of ordered lists and of table cells.
  'start',
  'align',
] as const;

/** Addresses by scheme; relative ones too. The link check behind it is stricter. */
export const ALLOWED_ADDRESS = /^(?:https?:|mailto:|tel:|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i;

/** Nesting of blocks and of inline marks; a text that goes deeper is shown as it stands. */
export const MAX_DEPTH = 16;
/** Source of one block, in UTF-16 units; what is longer is shown as plain text. */
export const MAX_BLOCK_CHARS = 64 * 1024;
/** Of one message at first; the rest waits behind "Show more". */
export const MAX_MESSAGE_CHARS = 200_000;
/** The lexer's time for one message, all its previews together; past it, plain text. */
export const MAX_MESSAGE_MS = 3000;
