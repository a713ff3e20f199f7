// The allow list, as data: the elements and attributes that an answer's markup may become. No other reaches the page,
// whatever the renderer wrote.

/**
 * The elements that an answer may also name as tags, because Markdown has no mark for most of them, or models don't use it.
 * None of them has an effect, loads anything or leads anywhere. Their attributes are dropped, but for the title of `abbr`.
 */
export const INLINE_TAGS = [
  'sub',
  'sup',
  'kbd',
  'b',
  'i',
  'u',
  's',
  'mark',
  'abbr',
  'ins',
  'small',
  'strong',
  'em',
  'del',
  'code',
] as const;

/** The elements that markdown makes. No form, frame, media, SVG or MathML. */
export const ALLOWED_TAGS = [
  ...INLINE_TAGS,
  'details',
  'summary',
  'p',
  'br',
  'hr',
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
  // Never reaches the page as it is: decorate.ts makes it a placeholder or a checked picture before.
  'img',
] as const;

/** No style, class, id, name, data-*, aria-*, event handlers, target or srcset. */
export const ALLOWED_ATTRIBUTES = [
  'href',
  'title',
  'src',
  'alt',
  // For ordered lists, and for table cells.
  'start',
  'align',
] as const;

/** Allows addresses by scheme, and relative ones. The later link check is stricter. */
export const ALLOWED_ADDRESS = /^(?:https?:|mailto:|tel:|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i;

/** Levels of nested blocks and inline marks; a text that goes deeper is shown as it is. */
export const MAX_DEPTH = 16;
/** Source of one block, in UTF-16 units; a longer block is shown as plain text. */
export const MAX_BLOCK_CHARS = 64 * 1024;
/** Characters of one message shown at first; the rest waits behind "Show more". */
export const MAX_MESSAGE_CHARS = 200_000;
/** Time that the lexer may take for one message, all its previews together; after that, plain text. */
export const MAX_MESSAGE_MS = 3000;
