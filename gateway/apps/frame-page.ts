// The outer page of an app: stands between the chat and the app, hands on what each says to the other, and nothing that the app says
// in the outer page's own name. The protocol's messages about the sandbox are for this page alone.

const SCRIPT = `
const host = window.parent;
const own = 'ui/notifications/sandbox-';
let origin = null;
let inner = null;
const isMessage = (data) => typeof data === 'object' && data !== null && data.jsonrpc === '2.0';
const isOwn = (data) => typeof data.method === 'string' && data.method.startsWith(own);
const send = (data) => host.postMessage(data, origin === null || origin === 'null' ? '*' : origin);
const show = ({ html }) => {
  inner = document.createElement('iframe');
  inner.setAttribute('sandbox', 'allow-scripts allow-forms');
  inner.setAttribute('allow', document.documentElement.dataset.allow);
  inner.title = document.title;
  inner.srcdoc = String(html);
  document.body.append(inner);
};
window.addEventListener('message', ({ source, origin: from, data }) => {
  if (!isMessage(data)) return;
  if (inner !== null && source === inner.contentWindow) {
    if (!isOwn(data)) send(data);
    return;
  }
  if (source !== host || host === window) return;
  origin ??= from;
  if (from !== origin) return;
  if (data.method === own + 'resource-ready') {
    if (inner === null) show(data.params ?? {});
    return;
  }
  if (!isOwn(data)) inner?.contentWindow.postMessage(data, '*');
});
if (host !== window) host.postMessage({ jsonrpc: '2.0', method: own + 'proxy-ready', params: {} }, '*');
`;

/** @param allow the features that the inner frame may use, as an iframe's \`allow\` has them. */
export const framePage = (allow: string): string => `<!doctype html>
<html lang="en" data-allow="${allow}">
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<title>App</title>
<style>html,body{margin:0;height:100%;background:transparent}iframe{border:0;display:block;width:100%;height:100%;color-scheme:normal}</style>
<body><script>${SCRIPT}</script></body>
</html>
`;
