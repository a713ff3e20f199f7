// The style of a part that is fetched later, put on the root in which the part stands.

const given = new WeakMap<Node, Set<string>>();

/** For `ref`: adds the style to the element's root, once. */
export function adopt(css: string): (element: Element | null) => void {
  return (element) => {
    const root = element?.getRootNode();
    if (!(root instanceof ShadowRoot) || !('adoptedStyleSheets' in root)) return;
    const known = given.get(root) ?? new Set();
    given.set(root, known);
    if (known.has(css)) return;
    known.add(css);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    root.adoptedStyleSheets.push(sheet);
  };
}
