// Whether the panel is to be seen, how large, and what Escape closes. Knows nothing of elements; the dialog follows it
// (control-dialog.ts).

import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { ChatModel, PanelModel } from './types.ts';

/** @param arrived how many messages have arrived; those that arrived while the panel was closed are unread. */
export function createPanelModel(
  chat: Pick<ChatModel, 'ports' | 'options' | 'tools' | 'steps' | 'sheets'>,
  arrived: ReadonlySignal<number>,
): PanelModel {
  const { ports, sheets } = chat;
  const isOpen = signal(false);
  const seen = signal(0);
  const unread = computed(() => (isOpen.value ? 0 : arrived.value - seen.value));
  const stopSeen = effect(() => {
    if (isOpen.value) seen.value = arrived.value;
  });

  const panel = {
    isOpen,
    takesFocus: true,
    hadUnread: false,
    seen,
    unread,
    isExpanded: signal(ports.preferences?.get('size') === 'expanded'),
    show(takesFocus: boolean) {
      panel.takesFocus = takesFocus;
      panel.hadUnread = unread.peek() > 0;
      isOpen.value = true;
    },
    hide() {
      batch(() => {
        if (chat.options.peek().isInline) return;
        isOpen.value = false;
        sheets.hide();
        ports.actions.close();
      });
    },
    // The panel's mount knows how.
    shrink() {},
    escape(isOwnHand: boolean) {
      // Answer no to the question that has been open longest: it is the first that the visitor meets.
      // A card has a button for that, and what was entered into it is not thrown away by one key.
      const question = chat.tools.peek().questions.find(({ isCard }) => !isCard);
      if (sheets.shown.peek() !== null) sheets.hide();
      // Ignore a question that isn't drawn yet: the visitor hasn't seen it.
      else if (question && isOwnHand && chat.steps.part.peek() !== null) {
        ports.actions.answerTool(question.toolUseId, question.binding, 'no');
      } else panel.hide();
    },
    close: stopSeen,
  };
  return panel;
}
