// The desk's composition root: the only file that reads the browser's globals and joins the rooms.

import { computed, effect, signal } from '@preact/signals';
import { render } from 'preact';
import { createAddress } from './edge/address.ts';
import { download } from './edge/download.ts';
import { createDrafts } from './edge/drafts.ts';
import { listenToKeys, listenToPaletteKey, reachableIn } from './edge/keys.ts';
import { createNotices } from './edge/notices.ts';
import { createPasskeys } from './edge/passkeys.ts';
import { shrinkPicture } from './edge/picture.ts';
import { openPreviewFrame } from './edge/preview-frame.ts';
import { createPush, type PushState } from './edge/push.ts';
import { ACCEPTED, readFile } from './edge/read-file.ts';
import { readSentFile } from './edge/sent-file.ts';
import { createRing } from './edge/sound.ts';
import { followAwayHours } from './model/away-hours.ts';
import { createDesk } from './model/desk.ts';
import { createLater } from './model/later.ts';
import { isQuiet } from './model/quiet.ts';
import { readRoute } from './model/routes.ts';
import { createShortcuts } from './model/shortcuts.ts';
import { ENGLISH } from './texts/messages.ts';
import { chooseLanguage, createTexts, type Language, loadMessages } from './texts/texts.ts';
import { App } from './views/app.tsx';
import { loadPartsOf, partsFor } from './views/later-parts.ts';
import type { View } from './views/view.ts';

const LANGUAGE_KEY = 'bellhop-desk-language';
const TICK_MS = 30_000;
const PREFETCH_MS = 500;

const after = (ms: number, work: () => void): (() => void) => {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
};
const desk = createDesk({
  fetch: (input, init) => fetch(input, init),
  address: createAddress(window),
  after,
  isVisible: () => document.visibilityState === 'visible',
  passkeys: createPasskeys(window),
});

const texts = signal(createTexts('en', ENGLISH));
const now = signal(Date.now());
const noticing = createNotices(window);
const ring = createRing(window);
const pushing = createPush(window);
const push = signal<PushState>('none');
const notices = signal(noticing.state());
const narrow = matchMedia('(max-width: 799px)');
const isPhone = signal(narrow.matches);
narrow.addEventListener('change', () => {
  isPhone.value = narrow.matches;
});
const question = signal<{ href: string; host: string } | null>(null);

const content = createLater(async () => {
  const { createContent } = await import('../src/content/index.ts');
  return createContent({
    documentRef: document,
    words: () => {
      const { t } = texts.peek();
      return {
        showImage: (host) => t('showImage', { host }),
        copyCode: t('copyCode'),
        table: t('table'),
        showMore: t('showMore'),
      };
    },
    onLinkQuestion: ({ href, host }) => {
      question.value = { href, host };
    },
    onCopyCode: (text, from) => {
      copy(text).then((isCopied) => {
        if (isCopied) from.textContent = texts.peek().t('copied');
      });
    },
    later: (work) => after(0, work),
  });
});

// A picture of a conversation would be fetched with the owner's address, from wherever its text says; the policy forbids it.
// So its button asks, and opens the picture in a tab of its own.
document.addEventListener(
  'click',
  (event) => {
    const button = event.target instanceof Element ? event.target.closest('button.image') : null;
    const link = button === null ? undefined : content.module.peek()?.linkOf(button);
    if (link === undefined) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    question.value = { href: link.href, host: link.host };
  },
  { capture: true },
);

const kept = createDrafts(window);
const hasKeys = signal(kept.read('keys') !== 'off');
effect(() => kept.write('keys', hasKeys.value ? '' : 'off'));
const shortcuts = createShortcuts(desk, reachableIn(document), hasKeys);
listenToKeys(window, shortcuts.press);
listenToPaletteKey(window, desk.palette.open);

const view: View = {
  desk,
  isPhone,
  shortcuts,
  texts,
  t: ((key, ...params) => texts.value.t(key, ...params)) as View['t'],
  chooseLanguage(language) {
    store(language);
    use(language);
    // Goes along to the person's other devices.
    if (desk.me.peek() !== null) desk.account.change({ settings: { language } }).catch(() => {});
  },
  now,
  content,
  question,
  answerQuestion(isYes) {
    const href = question.peek()?.href;
    question.value = null;
    if (isYes && href !== undefined) window.open(href, '_blank', 'noopener,noreferrer');
  },
  notices,
  push,
  async setPush(isOn) {
    try {
      if (!isOn) await desk.mail.endPush(await pushing.end());
      else await desk.mail.beginPush((key) => pushing.begin(key));
    } finally {
      push.value = await pushing.state();
      notices.value = noticing.state();
    }
  },
  ring,
  askForNotices: () => {
    noticing.ask().then((state) => {
      notices.value = state;
    });
  },
  drafts: kept,
  copy,
  origin: location.origin,
  isColor: (value) => CSS.supports('color', value),
  openPreview: (frame, handlers) => openPreviewFrame(window, frame, handlers),
  download: (name, file) => download(name, file, document),
  after,
  clock: () => performance.now(),
  onResize(element, work) {
    const observer = new ResizeObserver(work);
    observer.observe(element);
    return () => observer.disconnect();
  },
  readFile,
  accepted: ACCEPTED,
  readSentFile: (file) => readSentFile(file, document),
  shrinkPicture: (file) => shrinkPicture(file, document),
};

// Told once for each wish, to a person who looks elsewhere.
const told = new Set<string>();
effect(() => {
  for (const { session_id, wanted_at, held_by, visitor_words } of desk.inbox.items.value ?? []) {
    if (wanted_at === null || held_by !== null) continue;
    const wish = `${session_id} ${wanted_at}`;
    if (told.has(wish)) continue;
    told.add(wish);
    const { sound = false, quiet = null } = desk.me.peek()?.settings ?? {};
    if (isQuiet(quiet, Date.now())) continue;
    if (sound) ring();
    if (document.visibilityState === 'visible') continue;
    noticing.show(texts.peek().t('noticeTitle'), visitor_words, () =>
      desk.go({ page: 'inbox', sessionId: session_id }),
    );
  }
});

// Somebody who signs in meets the language that they chose elsewhere, unless they chose one on this device.
effect(() => {
  const language = desk.me.value?.settings.language ?? null;
  if (language !== null && stored() === null) use(chooseLanguage([language]));
});

// Told once, too: a colleague's note calls this person.
const called = new Set<string>();
effect(() => {
  for (const { session_id, is_mentioned, visitor_words } of desk.inbox.items.value ?? []) {
    if (!is_mentioned) called.delete(session_id);
    else if (!called.has(session_id)) {
      called.add(session_id);
      if (document.visibilityState === 'visible') continue;
      noticing.show(texts.peek().t('mentionTitle'), visitor_words, () =>
        desk.go({ page: 'inbox', sessionId: session_id }),
      );
    }
  }
});

followAwayHours({
  me: desk.me,
  now,
  work: desk.work,
  kept: { read: () => kept.read('away'), write: (text) => kept.write('away', text) },
});

const title = computed(() => {
  const { unread, waiting } = desk.inbox.counts.value;
  const count = desk.phase.value === 'in' ? waiting || unread : 0;
  return (count > 0 ? `(${count}) ` : '') + texts.value.t('desk');
});
effect(() => {
  document.title = title.value;
});
effect(() => {
  document.documentElement.lang = texts.value.language;
});
// A message that could still be taken back goes before the page does.
window.addEventListener('pagehide', () => {
  desk.outgoing.flush();
  desk.presences.open(null);
});
setInterval(() => {
  now.value = Date.now();
}, TICK_MS);
document.addEventListener('visibilitychange', () => {
  now.value = Date.now();
  // What came while nobody looked is read now.
  if (document.visibilityState === 'visible') desk.conversation.refresh();
});

pushing.state().then((state) => {
  push.value = state;
});
pushing.onOpen((path) => desk.go(readRoute(path)));

use(stored() ?? chooseLanguage(navigator.languages));
desk.start();
// While the gateway says who this is.
loadPartsOf(view, desk.route.peek());
const root = document.getElementById('desk');
if (root !== null) render(<App view={view} />, root);

// Once the list stands there: what may be opened next, one after the other, each when the browser has nothing else to do.
const stopWaiting = effect(() => {
  const role = desk.me.value?.role;
  if (role === undefined || desk.inbox.items.value === null) return;
  after(PREFETCH_MS, async () => {
    stopWaiting();
    for (const part of partsFor(view, role)) {
      await idle();
      await part.load();
    }
  });
});

/** Safari can't tell. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve());
    else after(PREFETCH_MS, resolve);
  });
}

function use(language: Language): void {
  loadMessages(language).then(
    (messages) => {
      texts.value = createTexts(language, messages);
    },
    // English stays.
    () => {},
  );
}

function stored(): Language | null {
  try {
    const tag = localStorage.getItem(LANGUAGE_KEY);
    return tag === null ? null : chooseLanguage([tag]);
  } catch {
    return null;
  }
}

function store(language: Language): void {
  try {
    localStorage.setItem(LANGUAGE_KEY, language);
  } catch {
    // Then it holds for this visit.
  }
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
