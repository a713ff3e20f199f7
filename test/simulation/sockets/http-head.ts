// The head of an HTTP/1.1 message: where it ends, what it says, and how it is written again.

export interface HttpHead {
  /** The request or status line. */
  line: string;
  /** As they stood, in order. */
  fields: [string, string][];
  /** Bytes up to and with the empty line. */
  length: number;
}

/** Null while the head isn't whole. */
export function readHead(bytes: Buffer): HttpHead | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [line = '', ...rest] = bytes.toString('latin1', 0, end).split('\r\n');
  const fields = rest.map((field): [string, string] => {
    const colon = field.indexOf(':');
    return [field.slice(0, colon), field.slice(colon + 1).trim()];
  });
  return { line, fields, length: end + 4 };
}

export function fieldOf(head: HttpHead, name: string): string | null {
  return head.fields.find(([key]) => key.toLowerCase() === name)?.[1] ?? null;
}

/** With other values for some fields; null leaves one out. */
export function writeHead(head: HttpHead, changes: Record<string, string | null> = {}): Buffer {
  const kept = head.fields.filter(([key]) => !(key.toLowerCase() in changes));
  for (const [key, value] of Object.entries(changes)) if (value !== null) kept.push([key, value]);
  const fields = kept.map(([key, value]) => `${key}: ${value}\r\n`).join('');
  return Buffer.from(`${head.line}\r\n${fields}\r\n`, 'latin1');
}
