// Hands a file to the browser's downloads.

export function saveFile(name: string, value: unknown): void {
  const url = URL.createObjectURL(
    new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' }),
  );
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads it in a task of its own.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
