// Replaces a drawn piece by its new version, and keeps the nodes that haven't changed: so each new word neither lays
// out the whole piece again nor loses the visitor's selection, what is folded open, or how far a table is scrolled. It
// knows nothing of markdown.

/** Elements that hold nothing but their children. Others have handlers or a state of their own. */
const PLAIN =
  /^(p|li|[uo]l|h[4-6]|strong|em|del|code|blockquote|table|thead|tbody|t[rhd]|sub|sup|kbd|[bius]|mark|abbr|ins|small|details|summary)$/;
/** Boxes that this room puts around tables and finished code. They keep their state, and what they hold is changed. */
const BOX = /^(?:table|code|lines)\b/;

/** Turns `old`, the last children of `parent`, into `next`. Returns the children that stand there then. */
export function patch(
  parent: Element,
  old: readonly ChildNode[],
  next: readonly ChildNode[],
): ChildNode[] {
  for (const node of old.slice(next.length)) node.remove();
  return next.map((node, index) => {
    const had = old[index];
    if (had === undefined) parent.append(node);
    else if (keeps(had, node)) return had;
    else had.replaceWith(node);
    return node;
  });
}

/**
 * Shows another text in a text node. Only what differs is replaced: the browser ends a selection that touches what is
 * replaced, even if the same letters are put there.
 */
export function setText(node: CharacterData, text: string): void {
  const had = node.data;
  if (text.startsWith(had)) {
    if (text !== had) node.appendData(text.slice(had.length));
    return;
  }
  const most = Math.min(had.length, text.length);
  let before = 0;
  while (before < most && had[before] === text[before]) before++;
  let after = 0;
  while (after < most - before && had.at(-1 - after) === text.at(-1 - after)) after++;
  const gone = had.length - before - after;
  node.replaceData(before, gone, text.slice(before, text.length - after));
}

/** Changes `had` into `node` in place. False: it can't, and nothing was changed. */
function keeps(had: ChildNode, node: ChildNode): boolean {
  if (had === node) return true;
  if (had.nodeName !== node.nodeName) return false;
  if (node.nodeType === 3) {
    setText(had as Text, node.nodeValue ?? '');
    return true;
  }
  const [from, to] = [had as Element, node as Element];
  // A formula that was drawn names its source.
  if (/^math\b/.test(to.className)) {
    return (
      from.className === to.className && from.getAttribute('title') === to.getAttribute('title')
    );
  }
  if (BOX.test(to.className) && BOX.exec(from.className)?.[0] === BOX.exec(to.className)?.[0]) {
    return keepsBox(from, to);
  }
  if (!isPlain(to)) return to.localName === 'a' && from.isEqualNode(to);
  // An element with other attributes is another element; but the visitor may have folded one open.
  if (!hasSameAttributes(from, to)) return false;
  patch(from, [...from.childNodes], [...to.childNodes]);
  return true;
}

/** The box has handlers of its own and keeps them; of a block of code only the lines and its language may differ. */
function keepsBox(from: Element, to: Element): boolean {
  if (from.className === 'code') {
    const [had, node] = [from, to].map((box) => box.querySelector('pre'));
    const [label, words] = [from, to].map((box) => box.querySelector('span'));
    if (!had || !node || label?.textContent !== words?.textContent) return false;
    patch(had, [...had.childNodes], [...node.childNodes]);
  } else patch(from, [...from.childNodes], [...to.childNodes]);
  return true;
}

function hasSameAttributes(from: Element, to: Element): boolean {
  const names = from.getAttributeNames().filter((name) => name !== 'open');
  return (
    names.length === to.attributes.length &&
    names.every((name) => from.getAttribute(name) === to.getAttribute(name))
  );
}

const isPlain = ({ localName }: Element): boolean => PLAIN.test(localName);
