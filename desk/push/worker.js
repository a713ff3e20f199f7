// The desk's service worker: shows what the gateway sends while the desk is closed. It keeps nothing and answers no request.

const TITLE = 'Bellhop';

self.addEventListener('push', (event) => {
  const { title = TITLE, body = '', path = '/desk', tag = '' } = read(event.data);
  const options = { body, tag, data: { path }, icon: '/desk/icon.svg' };
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { path = '/desk' } = event.notification.data ?? {};
  event.waitUntil(open(path));
});

function read(data) {
  try {
    return data?.json() ?? {};
  } catch {
    return {};
  }
}

/** In the desk that is open, else in a new window. Only addresses of the desk. */
async function open(path) {
  const url = new URL(path, self.location.origin);
  if (url.origin !== self.location.origin || !url.pathname.startsWith('/desk')) return;
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const desk = pages.find((page) => new URL(page.url).pathname.startsWith('/desk'));
  if (desk === undefined) await self.clients.openWindow(url.href);
  else {
    await desk.focus();
    desk.postMessage({ path: url.pathname });
  }
}
