// Runs in the page, before any of its scripts: sees when something was drawn and when its frame was done. Sent to
// the browser as text, so it uses nothing from outside itself.

export interface Seen {
  /** Milliseconds of the page's clock. */
  drawnAt: number;
  /** The task after the frame that shows it. */
  frameAt: number;
}

declare global {
  interface Window {
    probe: {
      /** The document and each shadow root in it, in the order in which they were made. */
      roots: (Document | ShadowRoot)[];
      /** Looks from now on for a text with `mark` in it, in the page and in its shadow roots. */
      watch(mark: string): void;
      /** Resolves once what is watched for has been drawn. */
      seen(): Promise<Seen>;
      /** Resolves once `look` is true, looked at after every change, and its frame is done. */
      until(look: () => boolean): Promise<Seen>;
      /** Performance.now() after the frame that is being made, or the next one. */
      frame(): Promise<number>;
      shifts: number[];
      /** When the page first opened a database; null: never. */
      databaseAt: number | null;
      /** When the panel first showed a text with "These are the last words"; only where `watchLastWords` has run. */
      lastWords: Promise<Seen>;
    };
  }
}

export function installProbe(): void {
  const nativeFrame = window.requestAnimationFrame.bind(window);
  /** Callbacks of a frame are running: what is drawn now is in this one. */
  let isInFrame = false;
  let waiting: ((at: number) => void)[] = [];
  const channel = new MessageChannel();
  channel.port1.onmessage = () => {
    isInFrame = false;
    const now = performance.now();
    const told = waiting;
    waiting = [];
    for (const tell of told) tell(now);
  };
  const enter = (): void => {
    if (isInFrame) return;
    isInFrame = true;
    channel.port2.postMessage(0);
  };
  window.requestAnimationFrame = (callback) =>
    nativeFrame((time) => {
      enter();
      callback(time);
    });
  const frame = (): Promise<number> =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (!isInFrame) nativeFrame(enter);
    });

  const roots: (Document | ShadowRoot)[] = [document];
  const openObservers = new Set<(root: Node) => void>();

  const observe = (isIt: (records: MutationRecord[]) => boolean): Promise<Seen> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        stop();
        reject(new Error('Nothing was drawn for 10 s.'));
      }, 10_000);
      const observer = new MutationObserver((records) => {
        if (!isIt(records)) return;
        stop();
        clearTimeout(timer);
        const drawnAt = performance.now();
        void frame().then((frameAt) => resolve({ drawnAt, frameAt }));
      });
      const follow = (root: Node): void =>
        observer.observe(root, {
          subtree: true,
          childList: true,
          characterData: true,
          attributes: true,
        });
      const stop = (): void => {
        observer.disconnect();
        openObservers.delete(follow);
      };
      openObservers.add(follow);
      for (const root of roots) follow(root);
    });

  let watched: Promise<Seen> | undefined;
  const shifts: number[] = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as { value: number }[]) {
      shifts.push(entry.value);
    }
  }).observe({ type: 'layout-shift', buffered: true });

  const nativeOpen = IDBFactory.prototype.open;
  IDBFactory.prototype.open = function (...name) {
    window.probe.databaseAt ??= performance.now();
    return nativeOpen.apply(this, name);
  };
  const nativeAttach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (init) {
    const made = nativeAttach.call(this, init);
    roots.push(made);
    for (const follow of openObservers) follow(made);
    return made;
  };

  const lastWords = Promise.reject(new Error('Nothing watches for the last words.'));
  lastWords.catch(() => {});
  window.probe = {
    roots,
    databaseAt: null,
    lastWords,
    shifts,
    frame,
    watch(mark) {
      watched = observe((records) =>
        records.some(
          ({ target, addedNodes }) =>
            (target instanceof Text && target.data.includes(mark)) ||
            [...addedNodes].some((node) => node.textContent?.includes(mark)),
        ),
      );
      // `seen` hands the failure on; without this line it would count as unhandled until then.
      watched.catch(() => {});
    },
    seen: () => watched ?? Promise.reject(new Error('Nothing is watched for.')),
    until: (look) =>
      look() ? frame().then((frameAt) => ({ drawnAt: frameAt, frameAt })) : observe(() => look()),
  };
}

/**
 * Runs behind the probe, in pages whose transcript is awaited: it reads all of the conversation after each change, so
 * elsewhere it would be measured itself.
 */
export function watchLastWords(): void {
  window.probe.lastWords = window.probe.until(() =>
    window.probe.roots.some((root) =>
      root.querySelector('[role=log]')?.textContent?.includes('These are the last words'),
    ),
  );
  // A page that shows no conversation waits for nobody.
  window.probe.lastWords.catch(() => {});
}
