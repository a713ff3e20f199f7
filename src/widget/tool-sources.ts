// Once the chat is opened, starts the sources of tools that the owner allows beside the page's own, and waits until the
// page's scripts have had the time to register theirs.

import { document } from '../dom/document.ts';
import type { CheckedOptions } from '../loader/attributes.ts';
import type { Platform } from '../platform/index.ts';
import {
  loadAbilitiesSource,
  loadCardsSource,
  loadWebMcpSource,
  type ToolRegistry,
} from '../tools/index.ts';

export interface ToolSources {
  /** Settles once every source has been read, or has had READ_LIMIT_MS. Never rejects. */
  ready: Promise<void>;
  /** The cards have become others. */
  setCards(cards: CheckedOptions['cards']): void;
  close(): void;
}

/**
 * The first message waits this long for a slow catalog, as its agent would not know those tools. As long as a call
 * waits for its tool.
 */
const READ_LIMIT_MS = 10_000;

export function startToolSources(parts: {
  platform: Pick<Platform, 'clock' | 'fetch' | 'page'>;
  options: CheckedOptions;
  registry: ToolRegistry;
  warn: (sentence: string) => void;
}): ToolSources {
  const { platform, options, registry, warn } = parts;
  const { clock, fetch, page } = platform;
  const open: { close(): void }[] = [];
  let isClosed = false;

  const start = async (load: () => Promise<{ refresh(): Promise<void>; close(): void }>) => {
    try {
      const source = await load();
      if (isClosed) return source.close();
      open.push(source);
      await source.refresh();
    } catch (error) {
      warn(
        `A source of tools could not be read: ${error instanceof Error ? error.message : error}`,
      );
    }
  };

  // On the second page of a visit the engine comes from the cache and can be ready before that page's scripts have
  // registered their tools. Wait for them: a site that is told of no tools leaves its agent without any.
  const starts: Promise<void>[] = [whenScriptsRan()];
  let { cards } = options;
  const startCards = (): Promise<void> =>
    start(async () => {
      const { createCardTools } = await loadCardsSource();
      return {
        refresh: async () => registry.replace('cards', createCardTools(cards)),
        close() {},
      };
    });
  if (cards.length > 0) starts.push(startCards());
  if (options.tools.includes('webmcp')) {
    starts.push(
      start(async () => {
        const { createWebMcpSource } = await loadWebMcpSource();
        return createWebMcpSource({ host: globalThis, registry, clock, warn });
      }),
    );
  }
  if (options.tools.includes('abilities')) {
    starts.push(
      start(async () => {
        const { createAbilitiesSource } = await loadAbilitiesSource();
        return createAbilitiesSource({
          catalogUrl: options.abilities,
          nonceUrl: options.loginNonceUrl,
          pageUrl: () => page.url(),
          fetch,
          registry,
          warn,
        });
      }),
    );
  }

  const ready = new Promise<void>((resolve) => {
    const timer = clock.setTimeout(resolve, READ_LIMIT_MS);
    void Promise.all(starts).then(() => {
      clock.clearTimeout(timer);
      resolve();
    });
  });
  return {
    ready,
    setCards(next) {
      if (next.join() === cards.join()) return;
      cards = next;
      void startCards();
    },
    close() {
      isClosed = true;
      for (const source of open) source.close();
    },
  };
}

/** Resolves once the scripts in the page's HTML have run, modules included, async ones excluded. */
function whenScriptsRan(): Promise<void> {
  // readyState is "interactive" both before and after deferred scripts run; only this time tells which.
  const [navigation] = performance.getEntriesByType('navigation');
  const hasRun =
    document.readyState === 'complete' ||
    (navigation instanceof PerformanceNavigationTiming &&
      navigation.domContentLoadedEventStart > 0);
  if (hasRun) return Promise.resolve();
  return new Promise((resolve) => {
    document.addEventListener('DOMContentLoaded', () => resolve());
    window.addEventListener('load', () => resolve());
  });
}
