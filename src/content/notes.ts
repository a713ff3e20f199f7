// Lets the marks of footnotes lead to each other: from the text to the note, and back to where one was. Fetched with the
// first whole text that has a footnote; without it they are numbers.

/** @param root where one text is drawn, whole; marks that are linked already stay as they are. */
export function linkNotes(root: HTMLElement): void {
  const marks = () => [...root.querySelectorAll<HTMLElement>('sup[alt]')];
  const keyOf = (mark: Element, kind = mark.getAttribute('alt')) => `${kind} ${mark.textContent}`;
  const otherKind = (mark: Element) => (mark.getAttribute('alt') === 'note' ? 'ref' : 'note');
  const all = marks();
  const keys = new Set(all.map((mark) => keyOf(mark)));
  /** The mark that was followed last to each note. */
  const left = new Map<string, HTMLElement>();
  for (const mark of all) {
    const kind = otherKind(mark);
    if (mark.firstElementChild || !keys.has(keyOf(mark, kind))) continue;
    const link = root.ownerDocument.createElement('a');
    link.href = '#';
    link.setAttribute('role', kind === 'note' ? 'doc-noteref' : 'doc-backlink');
    link.append(...mark.childNodes);
    link.addEventListener('click', (event) => {
      event.preventDefault();
      const key = keyOf(mark, kind);
      const known = left.get(key);
      const target = known?.isConnected ? known : marks().find((one) => keyOf(one) === key);
      if (kind === 'note') left.set(keyOf(mark), mark);
      // The focus brings it into sight, and is where a screen reader reads on.
      target?.querySelector('a')?.focus();
    });
    mark.append(link);
  }
}
