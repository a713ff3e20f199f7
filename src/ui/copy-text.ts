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
