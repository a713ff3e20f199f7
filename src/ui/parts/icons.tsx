// The panel's own drawings: strokes on a 20 × 20 field, in the colour of the text around them. Here are those that every
// panel has; a part that is fetched later brings its own along (`addIcons`).

const PATHS = {
  close: 'M5.5 5.5l9 9M14.5 5.5l-9 9',
  menu: 'M4.5 10h.01M10 10h.01M15.5 10h.01',
  bigger: 'M11.5 4h4.5v4.5M8.5 16H4v-4.5M15.6 4.4l-4.8 4.8M4.4 15.6l4.8-4.8',
  smaller: 'M16 8.8h-4.8V4M4 11.2h4.8V16M11.6 8.4L16 4M8.4 11.6L4 16',
  send: 'M10 16V4.5M5 9.2l5-4.9 5 4.9',
  stop: 'M6 6h8v8H6z',
  done: 'M4.5 10.500l3.7 3.7 7.3-8',
  chevron: 'M7.5 5.500l4.5 4.5-4.5 4.5',
  file: 'M5.5 3.500h5.800l3.7 3.700v8.300a1 1 0 01-1 1H5.500a1 1 0 01-1-1v-11a1 1 0 011-1zM11 3.700v3.800h3.8',
  save: 'M10 3.800v8.400M6.3 8.800L10 12.400l3.7-3.600M4.5 16h11',
} as const;

/** Of attachments, of the rows, of steps, and of the sheets over the conversation. */
type LaterIconName =
  | 'attach'
  | 'copy'
  | 'edit'
  | 'down'
  | 'shield'
  | 'bad'
  | 'back'
  | 'chat'
  | 'plus'
  | 'print'
  | 'clear'
  | 'sound'
  | 'link'
  | 'search'
  | 'up'
  | 'reader'
  | 'bug';

/** Brought along by each of the parts that tell of failures. */
export const BAD_ICON = 'M10 2.500a7.5 7.5 0 010 15 7.5 7.5 0 010-15zM10 6.500v4M10 13.400h.01';

export type IconName = keyof typeof PATHS | LaterIconName;

const drawn: Partial<Record<IconName, string>> = PATHS;

export function addIcons(paths: Partial<Record<LaterIconName, string>>): void {
  Object.assign(drawn, paths);
}

/** Decoration: the words beside it, or its button's label, say what it means. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class={`icon icon-${name}`} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={drawn[name]} />
    </svg>
  );
}

/** Bellhop's own mark, for a panel without an avatar: a desk bell. */
export function Mark() {
  return (
    <svg class="mark" viewBox="0 0 40 40" aria-hidden="true" focusable="false">
      <path d="M9 26a11 11 0 0122 0z" />
      <path d="M7 29.500h26M20 15v-3.500M17 11h6" />
    </svg>
  );
}
