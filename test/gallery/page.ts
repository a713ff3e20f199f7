// The gallery page: mounts the real panel from one recorded state.
// For tries in the console (and for tests) it stands there as `gallery`.
// ?state=name &theme=light|dark|auto &lang=ar &color=… &position=left &inline &expanded
// &live: time passes, as it does for a visitor

import type { I18n } from '../../src/i18n/index.ts';
import DICTATION_WORDS from '../../src/i18n/later/dictation.ts';
import SEARCH_WORDS from '../../src/i18n/later/search-here.ts';
import VOICE_WORDS from '../../src/i18n/later/voice.ts';
import { OWNER } from '../../src/i18n/owner-messages.ts';
import { launcherCss } from '../../src/loader/launcher.ts';
import { fetchEnd } from '../../src/ui/end-part.ts';
import { mountPanel } from '../../src/ui/mount-panel.tsx';
import { fetchSteps } from '../../src/ui/rows-part.ts';
import { installRecognizer, recognizers } from '../doubles/recognizer.ts';
import * as build from './build.ts';
import { createRecordedPorts } from './ports.ts';
import { type GalleryState, type Pressed, STATES } from './states.ts';

const QUIET_MS = 120;
const SETTLED_BY_MS = 2000;

const query = new URLSearchParams(location.search);
/** Takes away what is shown. */
let clear = () => {};

/** In the place of the state that was shown before: checks go through all of them in one document. */
async function show(state: GalleryState): Promise<void> {
  clear();
  const isInline = query.has('inline') || state.options?.isInline === true;
  const host = document.createElement('bellhop-gallery');
  const place = document.createElement('div');
  place.className = 'inline-place';
  if (isInline) {
    document.querySelector('main')?.append(place);
    place.append(host);
  } else {
    // In the body, though the widget itself stands on <html>: axe measures no contrast outside of it.
    document.body.append(host);
  }
  document.querySelector('nav')?.remove();
  // The launcher's style sheet is in the same root, as on a real page.
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    launcherCss(
      {
        color: query.get('color') ?? state.options?.color ?? '',
        theme: query.get('theme') ?? 'light',
        position: query.get('position') ?? state.options?.position ?? 'right',
        offset: `${state.options?.offset?.x ?? 20} ${state.options?.offset?.y ?? 20}`,
      },
      isInline,
    ),
  );
  root.adoptedStyleSheets = [sheet];
  if (!isInline) {
    const launcher = document.createElement('button');
    launcher.ariaLabel = 'Chat';
    launcher.part.add('launcher');
    root.append(launcher);
  }
  const theme = query.get('theme');
  const isLive = query.has('live');
  const ports = createRecordedPorts(state, {
    // A picture stands still: countdowns and what is said after a second don't depend on when one looks.
    after(delayMs, callback) {
      if (delayMs >= 1000 && !isLive) return () => {};
      const timer = setTimeout(callback, delayMs);
      return () => clearTimeout(timer);
    },
    ...(isLive ? { now: Date.now } : {}),
    hints: { choice: query.get('lang') ?? 'en' },
    // A language that isn't written yet still shows its direction.
    load: (locale) =>
      import(`../../src/i18n/locales/${locale}.ts`).then(
        (module) => module.default,
        () => ({}),
      ),
    options: {
      ...(theme === 'dark' || theme === 'auto' ? { theme } : {}),
      ...(query.has('color') ? { color: query.get('color') } : {}),
      ...(query.get('position') === 'left' ? { position: 'left' } : {}),
      isInline,
    },
  });
  if (query.has('expanded') || state.isExpanded) ports.preferences?.set('size', 'expanded');
  // At hand, so that no picture is taken before they have come.
  await Promise.all([
    ports.i18n.ready,
    fetchSteps(),
    fetchEnd(),
    import('../../src/ui/cards/index.tsx'),
    import('../../src/ui/feedback/thumbs.tsx'),
    import('../../src/ui/later/pictures.ts'),
    import('../../src/ui/attach/attach.tsx'),
    import('../../src/ui/voice/voice.tsx'),
    import('../../src/ui/voice/dictation.tsx'),
  ]);
  if (state.speaks) {
    installRecognizer();
    ports.isTrusted = () => true;
  }
  const panel = mountPanel(root, ports);
  let stopNudge = () => {};
  clear = () => {
    stopNudge();
    panel.destroy();
    host.remove();
    place.remove();
  };
  Object.assign(window, { gallery: { panel, ports, build, states: STATES, show: showNamed } });
  panel.open({ focus: query.has('focus') });
  for (const key of state.presses ?? []) await press(root, nameOf(key, ports.i18n));
  if (state.speaks) speak(state.speaks);
  if (state.writes) await write(root, state.writes.text);
  for (const key of state.picks ?? []) await press(root, nameOf(key, ports.i18n));
  await drop(root, state);
  await settle(root, state);
  if (state.arrives) {
    root.querySelector('.log')?.scrollTo(0, 0);
    await new Promise(requestAnimationFrame);
    ports.session.set(state.arrives);
    await settle(root, state);
  }
  if (state.returns) {
    panel.close();
    ports.session.set(state.returns);
    await settle(root, state);
    panel.open();
    await settle(root, state);
  }
  if (state.shrinks) {
    panel.shrink();
    await settle(root, state);
  }
  if (state.nudge) {
    panel.close();
    const { startNudge } = await import('../../src/widget/nudge.ts');
    stopNudge = startNudge(
      {
        root,
        prefix: 'gallery',
        i18n: ports.i18n,
        position: () => (query.get('position') === 'left' ? 'left' : 'right'),
        isOpen: () => false,
        isShown: () => true,
        open: () => panel.open(),
        ownText: null,
        onOpenness: () => () => {},
      },
      state.nudge,
      { afterMs: 0 },
    );
    await settle(root, state);
  }
}

async function showNamed(name: string | null): Promise<boolean> {
  const state = STATES.find((one) => one.name === name);
  if (state === undefined) return false;
  await show(state);
  document.documentElement.dataset.ready = 'yes';
  return true;
}

if (!(await showNamed(query.get('state')))) {
  const nav = document.querySelector('nav');
  nav?.append(
    Object.assign(document.createElement('a'), {
      href: './faces.html',
      textContent: 'The ten that matter',
    }),
  );
  for (const { name } of STATES) {
    const link = document.createElement('a');
    link.href = `?state=${name}`;
    link.textContent = name;
    nav?.append(link);
  }
}

/** Drops files on the panel, or holds them over it, as a hand would. */
async function drop(
  inside: ShadowRoot,
  { drops = [], isHeldOver = false }: GalleryState,
): Promise<void> {
  if (drops.length === 0 && !isHeldOver) return;
  while (!inside.querySelector('input[type=file]')) await new Promise(requestAnimationFrame);
  const dataTransfer = new DataTransfer();
  for (const name of [...drops, ...(isHeldOver ? ['held.txt'] : [])]) {
    dataTransfer.items.add(new File(['Chest: 98 cm'], name, { type: 'text/plain' }));
  }
  const type = isHeldOver ? 'dragover' : 'drop';
  const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
  inside.querySelector('.panel')?.dispatchEvent(event);
}

function speak({ hears, fails }: NonNullable<GalleryState['speaks']>): void {
  const [recognizer] = recognizers();
  if (hears) recognizer?.hear([hears, false]);
  if (fails) recognizer?.fail(fails);
}

/** The name that a control bears in the language of the page. */
function nameOf(pressed: Pressed, { t, late }: I18n): string {
  if (typeof pressed === 'object' && 'later' in pressed) {
    return late({ ...VOICE_WORDS, ...DICTATION_WORDS, ...SEARCH_WORDS }, pressed.later);
  }
  if (typeof pressed === 'string') return pressed === 'owner' ? OWNER.title : t(pressed);
  return 'says' in pressed ? pressed.says : t('steps', pressed);
}

/** Waits until nothing is drawn any more: fetched parts have come, and a question may be answered. */
async function settle(inside: ShadowRoot, state: GalleryState): Promise<void> {
  const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));
  await wait(state.settlesAfterMs ?? 0);
  let changedAt = performance.now();
  const observer = new MutationObserver(() => {
    changedAt = performance.now();
  });
  observer.observe(inside, { subtree: true, childList: true, attributes: true });
  const isBusy = () =>
    performance.now() - changedAt < QUIET_MS ||
    inside.querySelector('.question .button[aria-disabled]') !== null;
  const giveUpAt = performance.now() + SETTLED_BY_MS;
  while (isBusy() && performance.now() < giveUpAt) await wait(20);
  observer.disconnect();
}

/** Writes into the search, as a hand would, and waits until it has looked. */
async function write(root: ShadowRoot, text: string): Promise<void> {
  for (let frame = 0; frame < 120; frame++) {
    const field = root.querySelector<HTMLInputElement>('input[type=search]');
    if (field) {
      field.value = text;
      field.dispatchEvent(new Event('input', { bubbles: true }));
      await new Promise((done) => setTimeout(done, 400));
      return;
    }
    await new Promise(requestAnimationFrame);
  }
}

/** Presses the control that bears a name, waiting for parts that are fetched when needed. */
async function press(root: ShadowRoot, name: string): Promise<void> {
  for (let frame = 0; frame < 120; frame++) {
    const controls = root.querySelectorAll<HTMLElement>('button, summary');
    const control = [...controls].find(
      (one) => one.getAttribute('aria-label') === name || one.textContent?.includes(name),
    );
    if (control) {
      control.click();
      return;
    }
    await new Promise(requestAnimationFrame);
  }
}
