// A file that somebody has chosen, as base64; its kind by its name where the browser knows none.

const TYPES: Readonly<Record<string, string>> = {
  md: 'text/markdown',
  markdown: 'text/markdown',
  txt: 'text/plain',
  htm: 'text/html',
  html: 'text/html',
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  csv: 'text/csv',
  json: 'application/json',
};

export interface ReadFile {
  name: string;
  mediaType: string;
  data: string;
}

/** What kinds a file chooser offers. */
export const ACCEPTED = Object.keys(TYPES)
  .map((ending) => `.${ending}`)
  .join(',');

export async function readFile(file: File): Promise<ReadFile> {
  const ending = file.name.split('.').at(-1)?.toLowerCase() ?? '';
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return { name: file.name, mediaType: TYPES[ending] ?? 'text/plain', data: btoa(binary) };
}
