// Writes a text to the clipboard.

/** How long "Copied" stands. */
export const COPIED_MS = 2000;

/** False where the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Plain text with rich text beside it, for the programs that take that; plain text alone where the browser has no other. */
export async function copyRich(
  made: Promise<{ plain: string; html: string | null }>,
): Promise<boolean> {
  // Made of promises at once: some browsers allow it only in the very moment of the press.
  const blob = async (type: string, pick: 'plain' | 'html') => {
    const { plain, html } = await made;
    return new Blob([pick === 'html' ? (html ?? '') : plain], { type });
  };
  try {
    const item = new ClipboardItem({
      'text/plain': blob('text/plain', 'plain'),
      'text/html': blob('text/html', 'html'),
    });
    await navigator.clipboard.write([item]);
    return true;
  } catch {
    return made.then(
      ({ plain }) => copyText(plain),
      () => false,
    );
  }
}
