// The conversation to take along: on the clipboard, as a file of text, on paper. All are made of what is shown, on this
// device; messages from before that are read first.

import { escapeOverrides } from '../../content/text.ts';
import { document } from '../../dom/document.ts';
import WORDS from '../../i18n/later/menu.ts';
import { copyRich } from '../copy-text.ts';
import { rawText } from '../model/plain-text.ts';
import type { ChatModel } from '../model/types.ts';
import { readAll } from './read-all.ts';
import { saidIn } from './said.ts';

/** All characters that some program takes for the end of a line. */
const LINE_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;

/** One paragraph for each that speaks: who, when, what. Its further lines are indented. */
export function transcriptText(
  chat: ChatModel,
  plainOf: (markdown: string) => string = (markdown) => markdown,
): string {
  const { format } = chat.words.peek();
  const { title } = chat.options.peek();
  const now = chat.ports.now();
  let day = '';
  const lines: string[] = [title, ''];
  for (const entry of chat.session.peek().entries) {
    for (const { who, texts } of saidIn(chat, entry)) {
      const today = format.day(entry.at, now);
      if (today !== day) lines.push(`— ${today} —`, '');
      day = today;
      const words = texts
        .map(
          ({ text, isMarkdown, isCut }) =>
            (isMarkdown ? plainOf(text) : text) + (isCut ? ' …' : ''),
        )
        .join('\n');
      // Indent further lines, so that no line of a message can look like the beginning of another person's message.
      const said = escapeOverrides([who, words].filter(Boolean).join(': ')).replace(
        LINE_END,
        '\n  ',
      );
      lines.push(`[${format.time(entry.at)}] ${said}`, '');
    }
  }
  return lines.join('\n');
}

/** What makes plain text of the answers that are there now. Where it can't be fetched, they keep their marks. */
async function readPlain(chat: ChatModel): Promise<(markdown: string) => string> {
  const plain = new Map<string, string>();
  try {
    const { renderText } = await import('./plain.ts');
    for (const entry of chat.session.peek().entries) {
      for (const part of entry.kind === 'agent' ? entry.parts : []) {
        if (part.kind !== 'message') continue;
        const text = rawText(part.blocks);
        plain.set(text, (await renderText(text)).plain);
      }
    }
  } catch {
    // Offline, most likely.
  }
  return (markdown) => plain.get(markdown) ?? markdown;
}

/** With rich text beside it, for mails and documents. False where the browser refuses. */
export function copyTranscript(chat: ChatModel): Promise<boolean> {
  // Given at once, as a promise: some browsers take it only in the very moment of the press.
  return copyRich(
    readAll(chat).then(async () => {
      const plain = transcriptText(chat, await readPlain(chat));
      try {
        const { writePaper } = await import('./paper.ts');
        const paper = document.implementation.createHTMLDocument('');
        await writePaper(chat, paper);
        return { plain, html: paper.body.innerHTML };
      } catch {
        return { plain, html: null };
      }
    }),
  );
}

export async function saveTranscript(chat: ChatModel): Promise<void> {
  await readAll(chat);
  const plain = await readPlain(chat);
  const file = new Blob([transcriptText(chat, plain)], { type: 'text/plain;charset=utf-8' });
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = `${chat.options.peek().title || 'chat'}.txt`;
  link.click();
  chat.ports.after(10_000, () => URL.revokeObjectURL(url));
}

/** Prints from a frame of its own, so that the page around the chat stays off the paper. */
export async function printTranscript(chat: ChatModel): Promise<void> {
  await readAll(chat);
  const frame = document.createElement('iframe');
  // Out of sight, but laid out: a browser prints no frame that isn't.
  frame.tabIndex = -1;
  frame.ariaHidden = 'true';
  frame.style.cssText =
    'position:fixed;inset-inline-start:-10000px;inset-block-start:0;inline-size:720px;block-size:1000px;border:0;visibility:hidden';
  frame.title = chat.ports.i18n.late(WORDS, 'print');
  document.body.append(frame);
  const view = frame.contentWindow;
  if (!view) {
    frame.remove();
    return;
  }
  const remove = () => frame.remove();
  try {
    const { writePaper } = await import('./paper.ts');
    await writePaper(chat, view.document);
  } catch {
    const text = view.document.createElement('pre');
    text.textContent = transcriptText(chat);
    text.style.whiteSpace = 'pre-wrap';
    text.dir = 'auto';
    view.document.body.append(text);
  }
  view.addEventListener('afterprint', remove);
  view.print();
}
