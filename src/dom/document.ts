// The document as the browser made it. On the page's own `document` an element can take the place of any name
// (`<img name="createElement">`), so everything of Bellhop reads it through its prototype, from here. What a page
// itself has put onto its document isn't seen. Nothing is read before it is asked for: there may be no document.

export const document: Document = new Proxy({} as Document, {
  get(_, name) {
    const real = window.document;
    const value = Reflect.get(Document.prototype, name, real);
    return value instanceof Function ? value.bind(real) : value;
  },
});

/** The one thing of it that is written. */
export function setTitle(title: string): void {
  Reflect.set(Document.prototype, 'title', title, window.document);
}
