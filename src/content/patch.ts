// A piece of a text drawn again: what stands and hasn't changed keeps its nodes, so that neither the layout nor a
// visitor's selection begins anew with each word. Knows nothing of markdown.

/** Elements that are no more than their children; others carry handlers, or a memory of their own. */
const PLAIN = /^(p|li|[uo]l|h[4-6]|strong|em|del|code|blockquote|table|thead|tbody|t[rhd])$/;

/** Makes `old`, the last children of `parent`, into `next`. Gives what stands there now. */
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

/** True: `had` has become `node`. */
function keeps(had: ChildNode, node: ChildNode): boolean {
  if (had.nodeName !== node.nodeName) return false;
  if (node.nodeType === 3) {
    if (had.nodeValue !== node.nodeValue) had.nodeValue = node.nodeValue;
    return true;
  }
  const [from, to] = [had as Element, node as Element];
  // What has attributes stays as it is or goes: an anchor with another address is another anchor.
  const isBare = from.attributes.length + to.attributes.length === 0;
  if (!isBare) return (isPlain(to) || to.localName === 'a') && from.isEqualNode(to);
  if (!isPlain(to)) return false;
  patch(from, [...from.childNodes], [...to.childNodes]);
  return true;
}

const isPlain = ({ localName }: Element): boolean => PLAIN.test(localName);
