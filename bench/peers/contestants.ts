// Who is measured: each chat as its own README embeds it, with the selectors by which a visitor's hand finds it.

import type { Protocol } from './protocols.ts';

export type ContestantId = 'bellhop' | 'floor' | 'deep-chat' | 'n8n' | 'flowise' | 'webchat';

export interface Contestant {
  id: ContestantId;
  name: string;
  /** The npm package; null: part of this repository. */
  package: string | null;
  /** What a visitor gets for its bytes. */
  does: string;
  /** What its backend speaks; null: the reference gateway. */
  protocol: Protocol | null;
  /** The button that opens it, and the field that a visitor types into, in whatever shadow root they stand. */
  button: string;
  field: string;
  /** What its page holds after the shop's own content. */
  embed(at: Addresses): string;
  /** A script that begins a new conversation in the same page; null: only a reload does. */
  restart: string | null;
  /** A script that closes it; null: its button does. */
  close: string | null;
}

export interface Addresses {
  /** Origin of everybody's files. */
  files: string;
  /** This visitor's address on the peers' server. */
  backend: string;
  gateway: string;
}

/** deep-chat and Web Chat are boxes in a page and bring no button: the page has one that shows the box. */
const box = (content: string): string => `<button id="chat-button">Chat</button>
<div id="chat-box" hidden style="position:fixed;right:16px;bottom:64px;width:380px;height:560px;background:#fff">${content}</div>
<script>document.querySelector('#chat-button').onclick = () => {
  const box = document.querySelector('#chat-box');
  box.hidden = !box.hidden;
}</script>`;

export const CONTESTANTS: readonly Contestant[] = [
  {
    id: 'bellhop',
    name: 'Bellhop',
    package: null,
    does: 'a launcher, and the rest when a visitor shows interest; streamed Markdown in safe DOM, tools of the page with approval and a journal, messages that survive reloads and dead networks, several tabs, a stored transcript',
    protocol: null,
    button: 'button[part=launcher]',
    field: 'textarea',
    embed: ({ files, gateway }) =>
      `<script async src="${files}/bellhop/bellhop.js" data-gateway="${gateway}" data-session="/session"></script>`,
    restart: 'bellhop.get().newConversation()',
    close: 'bellhop.get().close()',
  },
  {
    id: 'floor',
    name: 'plain DOM',
    package: null,
    does: 'thirty lines: a text field, a fetch, text put into paragraphs; no Markdown, nothing stored',
    protocol: 'plain',
    button: '#chat-button',
    field: '#chat-box textarea',
    embed: ({ backend }) =>
      `${box('<main style="height:480px;overflow:auto;will-change:scroll-position;font:15px/1.5 system-ui"></main><textarea></textarea>')}
<script>(${runFloor})(${JSON.stringify(backend)})</script>`,
    restart: "document.querySelector('#chat-box main').replaceChildren()",
    close: null,
  },
  {
    id: 'deep-chat',
    name: 'deep-chat',
    package: 'deep-chat',
    does: 'a chat box as a custom element; streamed Markdown, files, speech, adapters for some twenty model providers; no launcher, no transcript of its own unless the page keeps one, no resumption of a broken answer',
    protocol: 'deep-chat',
    button: '#chat-button',
    field: '#text-input',
    embed: ({ files, backend }) => `${box('')}
<script type="module">
  import '${files}/peers/deep-chat/dist/deepChat.bundle.js';
  const history = location.search.includes('history')
    ? await (await fetch('${backend}/history')).json()
    : [];
  const chat = document.createElement('deep-chat');
  chat.connect = { url: '${backend}/chat', stream: true };
  if (history.length > 0) chat.history = history;
  chat.style.cssText = 'display:block;width:380px;height:560px';
  document.querySelector('#chat-box').append(chat);
</script>`,
    restart: "document.querySelector('deep-chat').clearMessages()",
    close: null,
  },
  {
    id: 'n8n',
    name: '@n8n/chat',
    package: '@n8n/chat',
    does: 'a launcher and a window in Vue; streamed Markdown with highlighted code, files, the last session fetched from the server at each load; no tools, no resumption of a broken answer',
    protocol: 'n8n',
    button: '.chat-window-toggle',
    field: '.chat-inputs textarea',
    embed: ({
      files,
      backend,
    }) => `<link href="${files}/peers/@n8n/chat/dist/style.css" rel="stylesheet">
<script type="module">
  import { createChat } from '${files}/peers/@n8n/chat/dist/chat.bundle.es.js';
  createChat({ webhookUrl: '${backend}/webhook', enableStreaming: true });
</script>`,
    restart: null,
    close: null,
  },
  {
    id: 'flowise',
    name: 'flowise-embed',
    package: 'flowise-embed',
    does: 'a launcher and a window in Solid; streamed Markdown, files, speech, feedback, the transcript kept in localStorage; no tools of the page, no resumption of a broken answer',
    protocol: 'flowise',
    button: 'button[part=button]',
    field: 'textarea',
    embed: ({ files, backend }) => `<script type="module">
  import Chatbot from '${files}/peers/flowise-embed/dist/web.js';
  window.flowise = Chatbot;
  Chatbot.init({ chatflowid: 'bench', apiHost: '${backend}' });
</script>`,
    restart: 'flowise.clearChat()',
    close: null,
  },
  {
    id: 'webchat',
    name: 'Web Chat',
    package: 'botframework-webchat',
    does: 'a chat box in React; streamed Markdown, Adaptive Cards, speech, files, reconnection by Direct Line; no launcher, nothing stored',
    protocol: 'direct-line',
    button: '#chat-button',
    field: '[data-id=webchat-sendbox-input]',
    embed: ({ files, backend }) => `${box('<div id="webchat" style="height:560px"></div>')}
<script src="${files}/peers/botframework-webchat/dist/webchat.js"></script>
<script>
  window.beginChat = () => WebChat.renderWebChat({
    directLine: WebChat.createDirectLine({ domain: '${backend}/v3/directline', token: 'a-token-of-the-bench' }),
    store: WebChat.createStore(),
    userID: 'visitor',
  }, document.querySelector('#webchat'));
  window.beginChat();
</script>`,
    restart:
      "{ const old = document.querySelector('#webchat'); const box = old.parentElement; WebChat.ReactDOM?.unmountComponentAtNode?.(old); old.remove(); const fresh = document.createElement('div'); fresh.id = 'webchat'; fresh.style.height = '560px'; box.append(fresh); beginChat() }",
    close: null,
  },
];

export const contestant = (id: ContestantId): Contestant => {
  const found = CONTESTANTS.find((one) => one.id === id);
  if (found === undefined) throw new Error(`Nobody is called ${id}.`);
  return found;
};

/** The whole floor page's program. Sent to the browser as text. */
async function runFloor(backend: string): Promise<void> {
  const list = document.querySelector('#chat-box main') as HTMLElement;
  const field = document.querySelector('#chat-box textarea') as HTMLTextAreaElement;
  const block = (text: string): Text => {
    const node = document.createTextNode(text);
    list.appendChild(document.createElement('p')).append(node);
    list.scrollTop = list.scrollHeight;
    return node;
  };
  field.onkeydown = async (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const text = field.value;
    field.value = '';
    block(text);
    const response = await fetch(`${backend}/chat`, { method: 'POST', body: text });
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const decoder = new TextDecoder();
    let node = block('');
    let lines = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      for (const piece of decoder.decode(value, { stream: true }).split(/(?<=\n)/)) {
        if (lines >= 20 || (piece === '\n' && lines > 0)) {
          node = block('');
          lines = 0;
        }
        node.appendData(piece);
        if (piece.endsWith('\n')) lines += 1;
      }
      list.scrollTop = list.scrollHeight;
    }
  };
  if (!location.search.includes('history')) return;
  const past = await (await fetch(`${backend}/history`)).json();
  for (const { text } of past as { text: string }[]) block(text);
}
