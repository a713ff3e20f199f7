// Who said what in an entry, for the transcripts: one of each that speaks after the other.

import { cleanLine, escapeBidi } from '../../content/text.ts';
import type { TranscriptEntry } from '../../session/types.ts';
import { rawText } from '../model/plain-text.ts';
import { spokenBy } from '../model/spoken-by.ts';
import { describeTool } from '../model/tool-line.ts';
import type { ChatModel } from '../model/types.ts';
import { plainWord } from '../model/words.ts';

export interface SaidText {
  text: string;
  isMarkdown?: boolean;
  /** More of it was coming. */
  isCut?: boolean;
  /** Of a source: where the text leads. */
  href?: string;
}

export interface Said {
  /** "You said"; empty for a sentence of the panel's own. */
  who: string;
  /** The visitor. */
  isOwn: boolean;
  texts: SaidText[];
}

export function saidIn(chat: ChatModel, entry: TranscriptEntry): Said[] {
  const { t } = chat.words.peek();
  if (entry.kind === 'compaction') {
    return [{ who: '', isOwn: false, texts: [{ text: t('summarised') }] }];
  }
  if (entry.kind === 'user') {
    return [{ who: t('youSaid'), isOwn: true, texts: [{ text: rawText(entry.content) }] }];
  }
  const agent = t('assistantSaid', { name: chat.options.peek().title || t('assistant') });
  const said: Said[] = [];
  const add = (who: string, text: SaidText | null): void => {
    let last = said.at(-1);
    if (last?.who !== who) {
      last = { who, isOwn: false, texts: [] };
      said.push(last);
    }
    if (text) last.texts.push(text);
  };
  for (const part of entry.parts) {
    if (part.kind === 'message') {
      const by = spokenBy(part.blocks, t);
      const text = by?.isAll ? '' : rawText(part.blocks);
      const isSaid = text !== '' || (part.isIncomplete && !by?.isAll);
      if (by || isSaid) {
        const isCut = part.isIncomplete === true;
        add(by?.line ?? agent, isSaid ? { text, isMarkdown: true, isCut } : null);
      }
    } else if (part.kind === 'tool') {
      const line = describeTool(part, chat.tools.peek().calls.get(part.toolUseId), true);
      add(agent, { text: `(${line.title}: ${plainWord(t, line.text ?? 'done')})` });
    }
  }
  for (let index = 0; index < entry.citations.length; index++) {
    const source = entry.citations[index];
    if (source === undefined) continue;
    const href = source.document_uri;
    add(agent, {
      text: `[${index + 1}] ${cleanLine(source.document_title)} ${escapeBidi(href)}`,
      href,
    });
  }
  return said;
}
