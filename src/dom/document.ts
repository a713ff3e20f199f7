// The document as the browser made it. In a page, an element can replace any member of `document`
// (`<img name="createElement">`), so all of Bellhop reads them from the prototype, through this proxy. What the page
// has put onto its document isn't seen. The proxy reads at each use, never at import: in Node there is no document.
// HTMLDocument's prototype inherits from Document's, and stays when MooTools puts a type of its own in place of Document.

export const document: Document = new Proxy({} as Document, {
  get(_, name) {
    const real = window.document;
    const value = Reflect.get(HTMLDocument.prototype, name, real);
    return value instanceof Function ? value.bind(real) : value;
  },
});

/** Sets the page's title, the only member that Bellhop writes. */
export function setTitle(title: string): void {
  Reflect.set(HTMLDocument.prototype, 'title', title, window.document);
}
