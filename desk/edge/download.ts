// Hands a file that the page has made to the browser, to be saved.

const RELEASE_MS = 60_000;

export function download(name: string, file: Blob, documentRef: Document): void {
  const address = URL.createObjectURL(file);
  const link = documentRef.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser may still be reading it.
  setTimeout(() => URL.revokeObjectURL(address), RELEASE_MS);
}
