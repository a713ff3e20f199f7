// One life of an app, from its frame (src/apps) to its end: what it asks of the chat, of its server and of the visitor.

import { type FileFacts, saveFile } from '../../apps/files.ts';
import { openAppFrame } from '../../apps/frame.ts';
import type { DisplayMode } from '../../apps/host.ts';
import type { App } from '../../apps/read-app.ts';
import { checkLink } from '../../content/links.ts';
import { cleanLine } from '../../content/text.ts';
import type { JsonObject } from '../../protocol/index.ts';
import { readableName, type ToolPart } from '../model/tool-line.ts';
import type { ChatModel } from '../model/types.ts';
import type { Asking } from './asking.tsx';

/** An app's first sizes, which count even beside a question. */
const SETTLES_AFTER_MS = 1_000;

export interface Place {
  chat: ChatModel;
  part: ToolPart;
  /** The app's, for a person. */
  title: string;
  asking: Asking;
  /** The element in which the frame stands. */
  element: HTMLElement;
  context(): JsonObject;
  /** @param isHeld a question stands below, so it counts once that is answered. */
  resize(height: number, isHeld: boolean): void;
  setMode(mode: DisplayMode): DisplayMode;
  ready(): void;
  /** It breaks the rules, asks for its end, or doesn't begin. */
  fail(): void;
}

export interface Life {
  /** The panel's look or room may have changed. */
  tell(): void;
  end(): void;
}

const sessionOf = (chat: ChatModel): string =>
  `/v1/sessions/${encodeURIComponent(chat.session.peek().sessionId ?? '-')}`;

export const pathOf = (chat: ChatModel, { toolUseId }: ToolPart): string =>
  `${sessionOf(chat)}/apps/${encodeURIComponent(toolUseId)}`;

/** Tells where HTML of the page's own tools is framed. */
export const framePathOf = (chat: ChatModel): string => `${sessionOf(chat)}/app-frame`;

/** @param digest null: it comes from a tool of the page, and has no server. */
export function startApp(app: App, digest: string | null, place: Place): Life {
  const { chat, part, title, asking, element, context } = place;
  const { t } = chat.words.peek();
  const { actions, after, now } = chat.ports;
  let settlesAt = Number.POSITIVE_INFINITY;

  const request = (what: string, body: JsonObject) =>
    actions.request({
      method: 'POST',
      path: `${pathOf(chat, part)}/${what}`,
      body: { digest, ...body },
    });
  const readResource = (uri: string) => request('read', { uri });

  async function callTool(name: string, input: JsonObject, isAllowed?: true): Promise<unknown> {
    const body = { name, arguments: input };
    try {
      const reply = await request('call', isAllowed ? { ...body, is_allowed: true } : body);
      return (reply as { result?: unknown } | null)?.result ?? { content: [] };
    } catch (error) {
      const { type, status } = error as { type?: unknown; status?: unknown };
      if (isAllowed || status !== 409 || type !== 'approval_required') throw error;
      if (await asking.ask({ title: readableName(name), name, input }))
        return callTool(name, input, true);
      throw new Error('The visitor did not allow it.');
    }
  }

  const frame = openAppFrame(
    element,
    { ...app, title },
    {
      now,
      after,
      context,
      server:
        digest === null ? null : { callTool: (name, input) => callTool(name, input), readResource },
      async openLink(url) {
        const link = checkLink(url);
        if (link === null || !/^https?:/.test(link.href)) return false;
        const summary = {
          title: t('linkQuestion', { host: link.host }),
          lines: [link.href],
          confirm: t('open'),
          decline: t('cancel'),
        };
        const input = { url: link.href };
        const isOpened = await asking.ask({ title, name: 'open_link', input, summary });
        if (isOpened) open(link.href, '_blank', 'noopener,noreferrer');
        return isOpened;
      },
      async sendMessage(text) {
        const summary = {
          title: `${title}: ${t('send')}?`,
          lines: [text],
          confirm: t('send'),
          decline: t('cancel'),
        };
        const isMeant = await asking.ask({ title, name: 'message', input: { text }, summary });
        if (isMeant) await actions.send([{ type: 'text', text }], true);
        return isMeant;
      },
      async saveFiles(files: readonly FileFacts[]) {
        const names = files.map(({ name }) => cleanLine(name));
        const summary = {
          title: `${title}: ${t('saveFile', { name: names.join(', ') })}?`,
          lines: [],
          confirm: t('saveFile', { name: '' }).trim(),
          decline: t('cancel'),
        };
        const isMeant = await asking.ask({ title, name: 'save', input: { names }, summary });
        if (isMeant) for (const file of files) await saveFile(file, readResource, after);
        return isMeant;
      },
      resize(height) {
        place.resize(height, chat.tools.peek().questions.length > 0 && now() > settlesAt);
      },
      setMode: (mode) =>
        place.setMode(
          mode === 'fullscreen' && (asking.isBusy() || !asking.isPressed()) ? 'inline' : mode,
        ),
      log(level, data) {
        if (/^(localhost|127\.0\.0\.1)$/.test(location.hostname))
          console.info(`[bellhop] ${title} (${level}):`, data);
      },
      ready() {
        settlesAt = now() + SETTLES_AFTER_MS;
        place.ready();
      },
      fail: place.fail,
    },
  );

  return {
    tell: () => frame.changeContext(context()),
    end() {
      asking.drop();
      frame.close();
    },
  };
}
