// Web Push of this browser: the desk's service worker, and its subscription. Both only once the person has asked for it.

const WORKER = '/desk/worker.js';
const SCOPE = '/desk';

export type PushState = 'off' | 'on' | 'refused' | 'none';

export interface Push {
  state(): Promise<PushState>;
  /** Asks the person, where the browser does. @returns what the gateway is to keep; null: they don't want it */
  begin(publicKey: string): Promise<PushSubscriptionJSON | null>;
  /** @returns the endpoint that the gateway is to forget; null: there was none */
  end(): Promise<string | null>;
  /** A press on a notice, while the desk is open: the path to show. */
  onOpen(show: (path: string) => void): void;
}

export function createPush(view: Window & typeof globalThis): Push {
  const { navigator } = view;
  const isThere = 'serviceWorker' in navigator && 'PushManager' in view && 'Notification' in view;
  const current = async () => {
    const registration = await navigator.serviceWorker.getRegistration(SCOPE);
    return (await registration?.pushManager.getSubscription()) ?? null;
  };
  return {
    async state() {
      if (!isThere) return 'none';
      if (view.Notification.permission === 'denied') return 'refused';
      return (await current().catch(() => null)) === null ? 'off' : 'on';
    },
    async begin(publicKey) {
      if ((await view.Notification.requestPermission()) !== 'granted') return null;
      const options = { scope: SCOPE };
      const registration = await navigator.serviceWorker.register(workerUrl(view), options);
      await navigator.serviceWorker.ready;
      const subscription = await registration.pushManager.subscribe({
        userVisibleOnly: true,
        applicationServerKey: publicKey,
      });
      return subscription.toJSON();
    },
    async end() {
      const subscription = isThere ? await current() : null;
      await subscription?.unsubscribe();
      return subscription?.endpoint ?? null;
    },
    onOpen(show) {
      if (!isThere) return;
      navigator.serviceWorker.addEventListener('message', ({ data }) => {
        if (typeof data?.path === 'string') show(data.path);
      });
    },
  };
}

/** The page's policy wants addresses of scripts named by it. */
function workerUrl(view: Window & typeof globalThis): string {
  const { trustedTypes } = view as { trustedTypes?: TrustedTypePolicyFactory };
  const policy = trustedTypes?.createPolicy('bellhop-worker', { createScriptURL: () => WORKER });
  return (policy?.createScriptURL('') ?? WORKER) as string;
}

interface TrustedTypePolicyFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): unknown };
}
