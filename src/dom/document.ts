// The document as the browser made it. In a page, an element can replace any member of `document`
// (`<img name="createElement">`), so all of Bellhop reads them from the prototype, through this proxy. What the page
// has put onto its document isn't seen. The proxy reads at each use, never at import: in Node there is no document.

export const document: Document = new Proxy({} as Document, {
  get(_, name) {
    const real = window.document;
    const value = Reflect.get(Document.prototype, name, real);
    return value instanceof Function ? value.bind(real) : value;
  },
});

/** Sets the page's title, the only member that Bellhop writes. */
export function setTitle(title: string): void {
  Reflect.set(Document.prototype, 'title', title, window.document);
}
