// Which tools of a server the patterns in its row allow, and those patterns after a tick. Pure.

/** What commas and line breaks stand between. */
export function itemsOf(text: string): string[] {
  return text
    .split(/[\n,]+/)
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

/** As the gateway reads a pattern: * stands for any letters. */
export function isAllowed(patterns: readonly string[], name: string): boolean {
  return patterns.some((pattern) => covers(pattern, name));
}

function covers(pattern: string, name: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return name === pattern;
  if (!name.startsWith(first)) return false;
  let from = first.length;
  for (const part of rest) {
    const at = name.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return name.length - last.length >= from && name.endsWith(last);
}

/**
 * A tick adds the tool's name. Without it, a pattern that covers more than this tool is written out as the others that it covers.
 * @param names all tools of the server
 */
export function withTick(
  patterns: readonly string[],
  name: string,
  isTicked: boolean,
  names: readonly string[],
): string[] {
  if (isTicked) return isAllowed(patterns, name) ? [...patterns] : [...patterns, name];
  const left = patterns.flatMap((pattern) =>
    covers(pattern, name)
      ? names.filter((other) => other !== name && covers(pattern, other))
      : [pattern],
  );
  return [...new Set(left)];
}
