// Writes a tree of accessible objects as lines that a person can read and approve: one object or one text a line, in
// the order in which it is read out, with what a screen reader says of it. Boxes that mean nothing are left out.

import type { Accessible } from './ears.ts';

/** Boxes without a meaning of their own, by the engines' words for them. */
const BOXES = [
  'section',
  'panel',
  'filler',
  'static',
  'unknown',
  'text container',
  'description value',
];
/** Their name is what they hold, so what they hold is not written again. */
const NAMED_BY_CONTENT = [
  'push button',
  'toggle button',
  'link',
  'menu item',
  'check menu item',
  'heading',
];
/** Firefox names them by all that they hold, and says so of each part of it again. */
const UNNAMED = ['list item', 'paragraph', 'label', 'table row'];
const TEXT = 'static';
const OBJECT = '\uFFFC';

/** Lines of this object and all in it. @param role only of the first object with this ARIA role */
export function draw(page: Accessible, role?: string): string[] {
  const top = role === undefined ? page : find(page, role);
  return top === null ? [`nothing with the role ${role}`] : linesOf(top, 0);
}

function find(object: Accessible, role: string): Accessible | null {
  if (object.attributes['xml-roles'] === role) return object;
  for (const child of object.children) {
    const found = find(child, role);
    if (found !== null) return found;
  }
  return null;
}

type Part = string | Accessible;

function linesOf(object: Accessible, depth: number): string[] {
  const parts = partsOf(object);
  const role = object.attributes['xml-roles'] ?? object.role;
  const name = UNNAMED.includes(object.role) ? '' : plain(object.name);
  const isBox = BOXES.includes(object.role) && name === '' && saysNothing(object);
  if (isBox) return linesOfParts(parts, depth);
  const words = parts.every((part) => typeof part === 'string') ? plain(parts.join('')) : null;
  const head = [
    '  '.repeat(depth),
    role,
    object.attributes.level && object.role === 'heading' ? ` ${object.attributes.level}` : '',
    name === '' ? '' : ` "${name}"`,
    notesOf(object)
      .map((note) => `, ${note}`)
      .join(''),
  ].join('');
  // A field's text is what stands in it.
  if (words !== null) return [words === '' || words === name ? head : `${head}: ${words}`];
  const isTold = NAMED_BY_CONTENT.includes(object.role) && name === plain(allWords(object));
  return isTold ? [head] : [head, ...linesOfParts(parts, depth + 1)];
}

function linesOfParts(parts: readonly Part[], depth: number): string[] {
  return parts.flatMap((part) => {
    if (typeof part !== 'string') return linesOf(part, depth);
    const words = plain(part);
    return words === '' ? [] : [`${'  '.repeat(depth)}${words}`];
  });
}

/** Texts and objects in their order. Chromium tells texts as objects too, Firefox in the text alone. */
function partsOf({ text, children }: Accessible): Part[] {
  const pieces = text.split(OBJECT);
  for (const objects of [children, children.filter(({ role }) => role !== TEXT)]) {
    if (pieces.length - 1 !== objects.length) continue;
    return pieces.flatMap((piece, at) => {
      const object = objects[at];
      if (object === undefined) return [piece];
      return [piece, object.role === TEXT ? allWords(object) : object];
    });
  }
  // A text that holds texts, such as a bold one, has no name of its own.
  return children.flatMap((child) =>
    child.role !== TEXT ? [child] : child.name === '' ? partsOf(child) : [child.name],
  );
}

const allWords = (object: Accessible): string =>
  partsOf(object)
    .map((part) => (typeof part === 'string' ? part : allWords(part)))
    .join(' ');

const saysNothing = (object: Accessible): boolean => notesOf(object).length === 0;

/** What is said of it beside its name. */
function notesOf({ role, name, description, states, isOff, attributes }: Accessible): string[] {
  const { live, haspopup } = attributes;
  const placeholder = attributes['placeholder-text'];
  const isExpandable = states.includes('expandable');
  return [
    ...(description !== '' && description !== name ? [`described as "${plain(description)}"`] : []),
    ...(placeholder ? [`placeholder "${plain(placeholder)}"`] : []),
    ...(isExpandable ? [states.includes('expanded') ? 'expanded' : 'collapsed'] : []),
    ...states.filter((state) => !['expandable', 'expanded', 'read only'].includes(state)),
    ...(isOff && !role.startsWith('document') ? ['not available'] : []),
    ...(haspopup && haspopup !== 'false' ? [`opens a ${haspopup}`] : []),
    ...(live && live !== 'off' ? [`speaks, ${live}`] : []),
  ];
}

/** One line, with times and durations, which differ from run to run, by their kind alone. */
export function plain(text: string): string {
  return text
    .replaceAll(OBJECT, ' ')
    .replace(/\s+/g, ' ')
    .replace(/\b\d{1,2}:\d\d\s?[AP]M\b/g, '(time)')
    .replace(/\b\d+(\.\d+)? s\b/g, '(seconds)')
    .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '(id)')
    .trim();
}
