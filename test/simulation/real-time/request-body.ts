// What the referee wants to know of a request's body.

interface Body {
  events?: { content?: { tool_use_id?: string; text?: string }[] }[];
}

/** The calls that its results answer. */
export function callsOf(body: unknown): string[] {
  return ((body as Body | null)?.events ?? []).flatMap((event) =>
    (event.content ?? []).flatMap((block) => block.tool_use_id ?? []),
  );
}

/** The text of its first message. */
export function textOf(body: unknown): string {
  return (body as Body | null)?.events?.[0]?.content?.[0]?.text ?? '';
}
