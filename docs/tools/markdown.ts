// Takes Markdown apart as far as the site needs it: fenced code and prose, the first heading, anchors. Pure functions.

export interface Part {
  text: string;
  isCode: boolean;
}

/** The text in parts, in order; joined they are the text. A fence may be indented, as within a list. */
export function outsideCode(text: string): Part[] {
  const parts: Part[] = [];
  let open: string | null = null;
  for (const line of text.split(/(?<=\n)/)) {
    const [, fence = ''] = /^\s*(`{3,}|~{3,})/.exec(line) ?? [];
    const isCode = open !== null || fence !== '';
    const last = parts.at(-1);
    // A fence that closes belongs to the code, and what follows begins anew.
    if (last !== undefined && last.isCode === isCode && !(fence !== '' && open === null)) {
      last.text += line;
    } else parts.push({ text: line, isCode });
    if (open === null) open = fence === '' ? null : fence;
    else if (fence.startsWith(open)) open = null;
  }
  return parts;
}

/** The first heading, and the text without it. */
export function splitTitle(text: string): { title: string; body: string } {
  const [whole = '', title = ''] = /^# (.+)\n+/m.exec(text) ?? [];
  return { title: plain(title), body: text.replace(whole, '') };
}

/** The first sentence of prose, for lists of pages and search engines. */
export function describe(body: string): string {
  const paragraph = outsideCode(body)
    .filter(({ isCode }) => !isCode)
    .flatMap(({ text }) => text.split(/\n{2,}/))
    .map((text) => text.trim())
    .find((text) => text !== '' && !/^[#|<!-]/.test(text));
  const words = plain(paragraph ?? '').replace(/\s+/g, ' ');
  const [sentence = words] = /^.*?[.:](?= |$)/.exec(words) ?? [];
  return sentence.replace(/:$/, '.');
}

/** Words alone: no links, no emphasis, no code marks. */
export function plain(text: string): string {
  return text
    .replace(/!?\[((?:[^[\]]|\[[^\]]*\])*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .trim();
}

/** The anchor of a heading, as GitHub and the site make it. */
export function anchorOf(heading: string): string {
  return plain(heading)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
    .replace(/\s/g, '-');
}

/** Anchors of all headings of a text. */
export function anchorsOf(text: string): Set<string> {
  const found = new Set<string>();
  for (const { text: prose, isCode } of outsideCode(text)) {
    if (isCode) continue;
    for (const [, heading = ''] of prose.matchAll(/^#{1,6} (.+)$/gm)) {
      const anchor = anchorOf(heading);
      for (let n = 0; ; n += 1) {
        const name = n === 0 ? anchor : `${anchor}-${n}`;
        if (found.has(name)) continue;
        found.add(name);
        break;
      }
    }
  }
  return found;
}
