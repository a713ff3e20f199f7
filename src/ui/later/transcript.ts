// The conversation as text: to save as a file and to print. Both are made of what is shown, on this device.

import { cleanLine, escapeBidi, escapeOverrides } from '../../content/text.ts';
import { document } from '../../dom/document.ts';
import type { TranscriptEntry } from '../../session/types.ts';
import { rawText } from '../model/plain-text.ts';
import { spokenBy } from '../model/spoken-by.ts';
import { describeTool } from '../model/tool-line.ts';
import type { ChatModel } from '../model/types.ts';
import { plainWord } from '../model/words.ts';

/** All characters that some program takes for the end of a line. */
const LINE_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;

/** One paragraph for each entry: who, when, what. Its further lines are indented. */
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
    const texts = entryTexts(chat, entry, plainOf);
    if (texts.length === 0) continue;
    const today = format.day(entry.at, now);
    if (today !== day) lines.push(`— ${today} —`, '');
    day = today;
    // Indent further lines, so that no line of a message can look like the beginning of another person's message.
    for (const text of texts) {
      const said = escapeOverrides(text).replace(LINE_END, '\n  ');
      lines.push(`[${format.time(entry.at)}] ${said}`, '');
    }
  }
  return lines.join('\n');
}

/** One for each that speaks after the other. */
function entryTexts(
  chat: ChatModel,
  entry: TranscriptEntry,
  plainOf: (markdown: string) => string,
): string[] {
  const { t } = chat.words.peek();
  if (entry.kind === 'compaction') return [t('summarised')];
  if (entry.kind === 'user') return [`${t('youSaid')}: ${rawText(entry.content)}`];
  const agent = t('assistantSaid', { name: chat.options.peek().title || t('assistant') });
  const said: { who: string; text: string }[] = [];
  const add = (who: string, text: string): void => {
    const last = said.at(-1);
    if (last?.who === who) last.text += `\n${text}`;
    else said.push({ who, text });
  };
  for (const part of entry.parts) {
    if (part.kind === 'message') {
      const by = spokenBy(part.blocks, t);
      const text = by?.isAll ? '' : plainOf(rawText(part.blocks)) + (part.isIncomplete ? ' …' : '');
      if (by || text !== '') add(by?.line ?? agent, text);
    } else if (part.kind === 'tool') {
      const line = describeTool(part, chat.tools.peek().calls.get(part.toolUseId), true);
      add(agent, `(${line.title}: ${plainWord(t, line.text ?? 'done')})`);
    }
  }
  for (let index = 0; index < entry.citations.length; index++) {
    const source = entry.citations[index];
    if (source === undefined) continue;
    add(
      agent,
      `[${index + 1}] ${cleanLine(source.document_title)} ${escapeBidi(source.document_uri)}`,
    );
  }
  return said.map(({ who, text }) => (text === '' ? who : `${who}: ${text}`));
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

export async function saveTranscript(chat: ChatModel): Promise<void> {
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
  const plain = await readPlain(chat);
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.title = chat.words.peek().t('print');
  document.body.append(frame);
  const view = frame.contentWindow;
  if (!view) {
    frame.remove();
    return;
  }
  const text = view.document.createElement('pre');
  text.textContent = transcriptText(chat, plain);
  text.style.whiteSpace = 'pre-wrap';
  text.style.font = '11pt/1.5 system-ui, sans-serif';
  text.dir = 'auto';
  view.document.title = chat.options.peek().title;
  view.document.body.append(text);
  view.addEventListener('afterprint', () => frame.remove());
  view.print();
}
