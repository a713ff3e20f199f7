// Replaces a drawn piece by its new version, and keeps the nodes that haven't changed: so each new word neither lays
// out the whole piece again nor loses the visitor's selection. It knows nothing of markdown.

/** Elements that hold nothing but their children. Others have handlers or a state of their own. */
const PLAIN = /^(p|li|[uo]l|h[4-6]|strong|em|del|code|blockquote|table|thead|tbody|t[rhd])$/;

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

/** Changes `had` into `node` in place. False: it can't, and nothing was changed. */
function keeps(had: ChildNode, node: ChildNode): boolean {
  if (had.nodeName !== node.nodeName) return false;
  if (node.nodeType === 3) {
    if (had.nodeValue !== node.nodeValue) had.nodeValue = node.nodeValue;
    return true;
  }
  const [from, to] = [had as Element, node as Element];
  // Don't change an element with attributes in place: an anchor with another address is another anchor.
  const isBare = from.attributes.length + to.attributes.length === 0;
  if (!isBare) return (isPlain(to) || to.localName === 'a') && from.isEqualNode(to);
  if (!isPlain(to)) return false;
  patch(from, [...from.childNodes], [...to.childNodes]);
  return true;
}

const isPlain = ({ localName }: Element): boolean => PLAIN.test(localName);
