// Reads and writes the head of an HTTP/1.1 message.

export interface HttpHead {
  /** The request or status line. */
  line: string;
  /** The header fields as they were sent, in order. */
  fields: [string, string][];
  /** Bytes of the head, with the empty line. */
  length: number;
}

/** Null: the head isn't complete yet. */
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

/** Writes the head with other values for some fields; null leaves a field out. */
export function writeHead(head: HttpHead, changes: Record<string, string | null> = {}): Buffer {
  const kept = head.fields.filter(([key]) => !(key.toLowerCase() in changes));
  for (const [key, value] of Object.entries(changes)) if (value !== null) kept.push([key, value]);
  const fields = kept.map(([key, value]) => `${key}: ${value}\r\n`).join('');
  return Buffer.from(`${head.line}\r\n${fields}\r\n`, 'latin1');
}
