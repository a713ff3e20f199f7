// Makes the content room for this chat: with its language, its question before links, and its clock.

import { type Content, createContent } from '../content/index.ts';
import { askLink } from './ask-link.ts';
import { COPIED_MS, copyText } from './copy-text.ts';
import type { ChatModel } from './model/types.ts';

export function createChatContent(chat: ChatModel, documentRef: Document): Content {
  return createContent({
    documentRef,
    words: () => {
      const { t } = chat.words.peek();
      return {
        showImage: (host) => t('showImage', { host }),
        cantOpen: t('cantOpen'),
        copyCode: t('copyCode'),
        showMore: t('showMore'),
      };
    },
    onLinkQuestion: (link, from) => askLink(chat.sheets, link, from),
    onCopyCode(text, from) {
      const { t } = chat.words.peek();
      copyText(text).then((isCopied) => {
        if (!isCopied) return;
        from.textContent = t('copied');
        chat.announcer.say(t('copied'));
        chat.ports.after(COPIED_MS, () => {
          from.textContent = chat.words.peek().t('copyCode');
        });
      });
    },
    onCode(pre, language) {
      if (!globalThis.CSS?.highlights) return;
      import('../content/color-code.ts').then(
        ({ colorCode }) => colorCode(pre, language),
        // It is read without colours.
        () => {},
      );
    },
    onMath(place, tex, isBlock) {
      import('../content/math.ts').then(
        ({ drawMath }) => drawMath(place, tex, isBlock),
        // Its source is read.
        () => {},
      );
    },
    onTable(box, table) {
      import('./later/table.ts').then(
        ({ watchTable }) => watchTable(box, table, () => chat.words.peek().t('table')),
        // It scrolls without shades, and by touch and wheel alone.
        () => box.classList.add('is-wide'),
      );
    },
    onNotes(root) {
      import('../content/notes.ts').then(
        ({ linkNotes }) => linkNotes(root),
        // They are numbers.
        () => {},
      );
    },
    later: (work) => chat.ports.after(0, work),
  });
}
