// The two frames of an app, from their making to their end: an outer page of the gateway, and the app in it, which the outer page makes.
// Messages count if they come from the outer frame's window and from no origin. Who draws the frame says what the app may ask.

import { document } from '../dom/document.ts';
import type { JsonObject } from '../protocol/index.ts';
import { type ActPorts, createHost, type ShowPorts } from './host.ts';
import { type App, withScheme } from './read-app.ts';

const TEARDOWN_LIMIT_MS = 750;
/** An app that says nothing until then is told as one that isn't there. */
const START_LIMIT_MS = 20_000;

export type FramePorts = Omit<ShowPorts, 'post' | 'end'> & {
  after(ms: number, work: () => void): () => void;
  /** It doesn't begin, breaks the rules, or asks for its end. */
  fail(): void;
} & (ActPorts | { isReadOnly: true });

export interface AppFrame {
  changeContext(context: JsonObject): void;
  /** Lets the app say goodbye, then removes it. */
  close(): void;
}

/** @param place the element that it fills. */
export function openAppFrame(
  place: HTMLElement,
  app: App & { title: string },
  ports: FramePorts,
): AppFrame {
  const frame = document.createElement('iframe');
  frame.title = app.title;
  frame.referrerPolicy = 'no-referrer';
  frame.setAttribute('credentialless', '');
  frame.allow = app.allow;
  frame.setAttribute('sandbox', 'allow-scripts allow-forms');
  frame.src = app.sandbox;
  // The same as the app's: with another the browser lays a ground of its own below it.
  const scheme = String(ports.context().theme);
  frame.style.colorScheme = scheme;
  let isFilled = false;
  // The outer page has no origin that could be named, from whatever host it comes: it is told from others by its window.
  const post = (message: object) => frame.contentWindow?.postMessage(message, '*');
  const cancelStart = ports.after(START_LIMIT_MS, ports.fail);
  const host = createHost(app, {
    ...ports,
    post,
    ready() {
      cancelStart();
      ports.ready();
    },
    end: ports.fail,
  });
  const hear = (event: MessageEvent) => {
    if (event.source !== frame.contentWindow || event.origin !== 'null') return;
    const method = (event.data as { method?: unknown } | null)?.method;
    if (method === 'ui/notifications/sandbox-proxy-ready') {
      if (isFilled) return;
      isFilled = true;
      post({
        jsonrpc: '2.0',
        method: 'ui/notifications/sandbox-resource-ready',
        params: { html: withScheme(app.html, scheme), permissions: app.permissions },
      });
    } else if (isFilled) host.receive(event.data);
  };
  addEventListener('message', hear);
  place.append(frame);
  return {
    changeContext(context) {
      frame.style.colorScheme = String(context.theme);
      host.changeContext(context);
    },
    close() {
      cancelStart();
      const limit = new Promise<void>((resolve) => {
        ports.after(TEARDOWN_LIMIT_MS, resolve);
      });
      void host.teardown(limit).then(() => {
        removeEventListener('message', hear);
        frame.remove();
      });
    },
  };
}
