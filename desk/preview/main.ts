// The frame in which the desk shows the real widget. It has an origin of its own and knows nothing of the desk: it is told by a
// port which attributes the tag has, asks by it for a session, and says what the widget tells.

import { toAttribute } from '../../src/loader/attributes.ts';
import type { FromPreview, ToPreview } from './messages.ts';

interface Chat {
  configure(options: object): unknown;
  open(): unknown;
  send(text: string): unknown;
  on(event: string, handler: (detail: unknown) => void): unknown;
  registerTool(tool: object): unknown;
}
interface ScriptPolicy {
  createScriptURL(url: string): string;
}

const page = window as unknown as {
  bellhop?: { push(use: (chat: Chat) => void): unknown };
  trustedTypes?: {
    createPolicy(name: string, rules: { createScriptURL(url: string): string }): ScriptPolicy;
  };
};
/** The gateway's; the frame itself has none. */
const { origin } = new URL(location.href);
const { port1: port, port2 } = new MessageChannel();
const tickets = new Map<
  number,
  { resolve: (ticket: unknown) => void; reject: (why: Error) => void }
>();
/** From the panel's opening until it lies where it belongs. */
const DRAWING_MS = 300;
let asked = 0;
let chat: Chat | null = null;

port.onmessage = ({ data }: MessageEvent<ToPreview>) => {
  switch (data.kind) {
    case 'show':
      show(data);
      break;
    case 'ticket': {
      const waiting = tickets.get(data.id);
      tickets.delete(data.id);
      if (data.ticket === null) waiting?.reject(new Error('The desk has no session for a trial.'));
      else waiting?.resolve(data.ticket);
      break;
    }
    case 'say':
      chat?.send(data.text);
      break;
  }
};
// The widget takes the cursor as it opens. Here somebody is writing in the desk's own fields: the frame has it once they press there.
const { focus } = HTMLElement.prototype;
HTMLElement.prototype.focus = function (options) {
  if (document.hasFocus()) focus.call(this, options);
};
// A dialog takes it too as it is shown, other than by its attribute.
for (const name of ['show', 'showModal'] as const) {
  const show = HTMLDialogElement.prototype[name];
  HTMLDialogElement.prototype[name] = function () {
    if (document.hasFocus()) show.call(this);
    else this.open = true;
  };
}

parent.postMessage({ bellhop: 'preview' }, origin, [port2]);

function show({ attributes, isOpen, tools }: Extract<ToPreview, { kind: 'show' }>): void {
  const list: ((chat: Chat) => void)[] = [];
  page.bellhop ??= list;
  page.bellhop.push((made) => {
    chat = made;
    for (const tool of tools) {
      made.registerTool({
        ...tool,
        execute: (input: unknown) => ({ simulated: true, called_with: input }),
      });
    }
    made.configure({ getSession });
    made.on('message', () => tell({ kind: 'heard' }));
    tell({ kind: 'ready' });
    const drawn = () => setTimeout(() => tell({ kind: 'drawn' }), DRAWING_MS);
    if (isOpen) {
      made.on('open', drawn);
      made.open();
    } else drawn();
  });
  const tag = document.createElement('script');
  tag.async = true;
  for (const [name, value] of Object.entries(attributes))
    tag.setAttribute(toAttribute(name), value);
  if (attributes.target !== undefined) {
    document.getElementById('place')?.classList.add('used');
    tag.dataset.target = '#place';
  }
  // In a trial the gateway answers below this address alone.
  tag.dataset.gateway = `${origin}/console/trial`;
  tag.src = addressOfScript();
  tag.onerror = () => tell({ kind: 'failed' });
  document.head.append(tag);
}

function getSession(request: object): Promise<unknown> {
  asked += 1;
  const id = asked;
  return new Promise((resolve, reject) => {
    tickets.set(id, { resolve, reject });
    const { new: isNew, tools } = request as { new?: unknown; tools?: unknown };
    tell({ kind: 'ticket', id, isNew: isNew === true, tools });
  });
}

function tell(message: FromPreview): void {
  port.postMessage(message);
}

/** The one script that may be added here. */
function addressOfScript(): string {
  const address = `${origin}/bellhop.js`;
  const policy = page.trustedTypes?.createPolicy('bellhop-preview', {
    createScriptURL: () => address,
  });
  return policy?.createScriptURL(address) ?? address;
}
