// Notices of the browser, for a desk that nobody looks at. None without the person's consent.

export type NoticeState = 'off' | 'on' | 'refused' | 'none';

export interface Notices {
  state(): NoticeState;
  /** Asks the person, where the browser does. */
  ask(): Promise<NoticeState>;
  show(title: string, body: string, onOpen: () => void): void;
}

export function createNotices(view: Window & typeof globalThis): Notices {
  const notices: Notices = {
    state() {
      if (!('Notification' in view)) return 'none';
      const { permission } = view.Notification;
      return permission === 'granted' ? 'on' : permission === 'denied' ? 'refused' : 'off';
    },
    async ask() {
      if (notices.state() === 'off') await view.Notification.requestPermission().catch(() => {});
      return notices.state();
    },
    show(title, body, onOpen) {
      if (notices.state() !== 'on') return;
      try {
        // One at a time: a newer one takes the place of the one before.
        const notice = new view.Notification(title, { body, tag: 'bellhop-desk' });
        notice.onclick = () => {
          view.focus();
          onOpen();
          notice.close();
        };
      } catch {
        // Some phones show notices from a service worker alone.
      }
    },
  };
  return notices;
}
