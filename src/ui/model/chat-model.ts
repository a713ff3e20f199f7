// Makes the models of one chat and gives them the ports' sources as signals. Components are functions of the record that
// it returns (types.ts). The models meet in this file only.

import { computed, effect, untracked } from '@preact/signals';
import type { ChatPorts } from '../types.ts';
import { createAnnouncer } from './announcer.ts';
import { countArrivals } from './arrivals.ts';
import { createComposerModel } from './composer-model.ts';
import { fromPacedSource, fromSource } from './from-source.ts';
import { createLogModel } from './log-model.ts';
import { createPanelModel } from './panel-model.ts';
import { createSheetsModel } from './sheets-model.ts';
import { createStepsModel } from './steps-model.ts';
import type { ChatModel } from './types.ts';
import { createWords } from './words.ts';

export function createChatModel(ports: ChatPorts): ChatModel {
  const [options, stopOptions] = fromSource(ports.options);
  const [session, stopSession] = fromPacedSource(ports.session, ports);
  const [tools, stopTools] = fromSource(ports.tools);
  const [conversations, stopConversations] = fromSource(ports.conversations);
  const [debug, stopDebug] = fromSource(ports.debug);
  const [words, stopWords] = createWords(ports.i18n);
  const isBlocked = computed(() => {
    const kind = session.value.trouble?.kind;
    return kind === 'forbidden' || kind === 'not_found';
  });
  const sources = { ports, options, session, tools, words };
  const announcer = createAnnouncer(ports);
  const [arrived, arrivedIn, stopArrivals] = countArrivals(session);
  const chat = {
    ...sources,
    announcer,
    composer: createComposerModel(ports, isBlocked),
    steps: createStepsModel(ports),
    sheets: createSheetsModel(conversations, debug),
  };
  const panel = createPanelModel(chat, arrived);
  const log = createLogModel(chat, { arrived, arrivedIn }, panel.isOpen);
  const { part } = log.rows;
  const stopNews = effect(() => {
    const rows = part.value;
    return rows ? untracked(() => rows.announceNews({ ...chat, panel })) : undefined;
  });
  return {
    ...chat,
    panel,
    log,
    close() {
      for (const stop of [
        stopNews,
        stopOptions,
        stopSession,
        stopTools,
        stopConversations,
        stopDebug,
        stopWords,
        stopArrivals,
        announcer.close,
        panel.close,
        log.close,
        chat.steps.close,
      ]) {
        stop();
      }
    },
  };
}
