// JSON whose integers may be larger than a double holds: nanocredits are bigints in here and plain digits on the wire.

/** JSON with bigints as plain integers, which JSON.stringify refuses to write. */
export function writeExactly(value: unknown): string {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return `[${value.map((item) => writeExactly(item ?? null)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .map(([key, field]) => `${JSON.stringify(key)}:${writeExactly(field)}`);
    return `{${fields.join(',')}}`;
  }
  return JSON.stringify(value);
}

/** `JSON.parse`, with `credits_nano` as a bigint where a number would lose digits. */
export function readExactly(text: string): unknown {
  return JSON.parse(text, (key, value, context?: { source?: string }) =>
    key === 'credits_nano' && typeof value === 'number' && !Number.isSafeInteger(value)
      ? exact(context?.source ?? '', value)
      : value,
  );
}

function exact(digits: string, value: number): number | bigint {
  return /^-?\d+$/.test(digits) ? BigInt(digits) : value;
}
