// The panel's own drawings: strokes on a 20 × 20 field, in the colour of the text around them.

const PATHS = {
  close: 'M5.5 5.5l9 9M14.5 5.5l-9 9',
  menu: 'M4.5 10h.01M10 10h.01M15.5 10h.01',
  back: 'M11.8 4.8L6.6 10l5.2 5.2',
  bigger: 'M11.5 4h4.5v4.5M8.5 16H4v-4.5M15.6 4.4l-4.8 4.8M4.4 15.6l4.8-4.8',
  smaller: 'M16 8.8h-4.8V4M4 11.2h4.8V16M11.6 8.4L16 4M8.4 11.6L4 16',
  send: 'M10 16V4.5M5 9.2l5-4.9 5 4.9',
  stop: 'M6 6h8v8H6z',
  attach:
    'M15.8 9.3l-5.9 5.9a3.5 3.5 0 01-5-5l6.3-6.2a2.35 2.35 0 013.3 3.3l-6.2 6.2a1.15 1.15 0 01-1.6-1.7l5.4-5.3',
  copy: 'M7.5 7.5V5A1.5 1.5 0 019 3.5h6A1.5 1.5 0 0116.5 5v6a1.5 1.5 0 01-1.5 1.500h-2.500M5 7.500h6a1.5 1.5 0 011.5 1.500v6a1.5 1.5 0 01-1.5 1.500H5A1.5 1.5 0 013.5 15V9A1.5 1.5 0 015 7.500z',
  edit: 'M4 16l.7-3.3 8-8a1.6 1.6 0 012.3 0l.3.3a1.6 1.6 0 010 2.300l-8 8z',
  done: 'M4.5 10.500l3.7 3.7 7.3-8',
  bad: 'M10 5.500v5.200M10 14.200h.01',
  down: 'M10 4v11.500M5 10.800l5 4.9 5-4.9',
  chevron: 'M7.5 5.500l4.5 4.5-4.5 4.5',
  file: 'M5.5 3.500h5.800l3.7 3.700v8.300a1 1 0 01-1 1H5.500a1 1 0 01-1-1v-11a1 1 0 011-1zM11 3.700v3.800h3.8',
  chat: 'M4 5.500A1.5 1.5 0 015.5 4h9A1.5 1.5 0 0116 5.500v6a1.5 1.5 0 01-1.5 1.500H9l-3.5 3v-3A1.5 1.5 0 014 11.500z',
  plus: 'M10 4.500v11M4.5 10h11',
  save: 'M10 3.800v8.400M6.3 8.800L10 12.400l3.7-3.600M4.5 16h11',
  print: 'M6 7.500V3.800h8v3.700M6 13.500H4.500v-6h11v6H14M6 11.500h8v4.700H6z',
  clear: 'M4.5 6h11M8 6V4h4v2M6 6l.7 10h6.600L14 6',
  sound: 'M4 8v4h2.500L10 15V5L6.5 8zM12.8 7.600a3.4 3.4 0 010 4.800M14.9 5.500a6.4 6.4 0 010 9',
  link: 'M8.5 5H5v10h10v-3.500M11.5 4.500h4v4M15.3 4.700L9.5 10.5',
  shield: 'M10 3.500l5.5 2v4.300c0 3.3-2.3 5.7-5.5 6.7-3.2-1-5.5-3.4-5.5-6.700V5.500z',
  bug: 'M6.5 7.500h7v4.700a3.5 3.5 0 01-7 0zM8 7.500V6a2 2 0 014 0v1.500M3.5 10h3M13.5 10h3M4.5 15.500l2.3-1.500M15.5 15.500L13.2 14',
} as const;

export type IconName = keyof typeof PATHS;

/** Decoration: the words beside it, or its button's label, say what it means. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class={`icon icon-${name}`} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
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
