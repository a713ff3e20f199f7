// A small bubble beside the launcher: a sentence of the owner's that opens the chat. It asks no gateway anything. Fetched
// for a page that has a nudge; what it remembers is that it was seen.

import { cleanLine } from '../content/text.ts';
import { document } from '../dom/document.ts';
import type { I18n } from '../i18n/index.ts';
import { matchesPath } from '../loader/required.ts';
import { isFramedByAnother } from '../platform/index.ts';
import type { NudgeOptions } from './types.ts';

const AFTER_MS = 5_000;
const MAX_CHARS = 160;
const DAY_MS = 86_400_000;
/** Between the bubble and an element that has the focus. */
const ROOM_PX = 4;

const STYLE = `.nudge{position:fixed;z-index:2147483000;bottom:calc(var(--b-offset-y) + var(--b-launcher) + 12px);display:flex;
align-items:flex-start;box-sizing:border-box;max-width:min(300px,100% - 2*var(--b-offset-x));padding:4px;
border:1px solid var(--b-outline);border-radius:16px;background:var(--b-raised);color:var(--b-ink);
box-shadow:var(--b-shadow-panel);animation:nudge-in var(--b-slide)}
.nudge.at-right{right:var(--b-offset-x)}.nudge.at-left{left:var(--b-offset-x)}
.nudge .say{min-height:44px;padding:8px 4px 8px 12px;padding-inline:12px 4px;border:0;border-radius:12px;background:none;
font:var(--b-body);text-align:start;overflow-wrap:anywhere;cursor:pointer}
.nudge .away{flex:none;width:44px;height:44px;padding:0;border:0;border-radius:50%;background:none;color:var(--b-muted);
font:22px/1 system-ui;cursor:pointer}
@keyframes nudge-in{from{opacity:0;translate:0 var(--b-travel)}}`;

export interface NudgeParts {
  root: ShadowRoot;
  /** The start of every key. */
  prefix: string;
  i18n: I18n;
  position(): 'right' | 'left';
  isOpen(): boolean;
  /** The launcher is to be seen. */
  isShown(): boolean;
  open(): void;
  /** The value of the owner's attribute, if this is its text: the launcher fetches nothing for it once that is noted. */
  ownText: unknown;
  onOpenness(listener: () => void): () => void;
}

/** @returns a function that takes the bubble away, or that it be shown. */
export function startNudge(parts: NudgeParts, text: string, how: NudgeOptions = {}): () => void {
  const { root, i18n } = parts;
  const { afterMs = AFTER_MS, onPath, oncePer = 'visit' } = how;
  const said = cleanLine(text, MAX_CHARS);
  const memory = createMemory(`${parts.prefix}:nudge:${said}`, oncePer);
  const launcher = root.querySelector<HTMLElement>('[part~=launcher]');
  if (said === '' || launcher === null || isFramedByAnother() || savesData()) return () => {};

  const pages = (window as { navigation?: EventTarget }).navigation;
  let bubble: HTMLElement | null = null;
  const timer = setTimeout(look, Math.max(0, Number(afterMs) || 0));
  const stops = [
    () => clearTimeout(timer),
    parts.onOpenness(() => {
      if (parts.isOpen()) stop();
    }),
  ];

  function stop(): void {
    for (const end of stops.splice(0)) end();
    bubble?.remove();
    bubble = null;
  }

  /** Shows it, if this is the moment. Else another path, or the focus that moves on, may bring one. */
  function look(): void {
    if (bubble !== null) return;
    if (memory.wasSeen()) noteForLauncher();
    if (memory.wasSeen() || parts.isOpen()) {
      stop();
      return;
    }
    listen();
    const isHere = onPath === undefined || matchesPath(onPath, location.pathname);
    if (!isHere || !parts.isShown()) return;
    const drawn = draw();
    (root.querySelector('.bellhop') ?? root).append(drawn);
    if (isOverFocus(drawn)) {
      drawn.remove();
      return;
    }
    bubble = drawn;
    memory.seen();
    noteForLauncher();
    // Filled once it stands there, or no screen reader says it.
    setTimeout(() => drawn.querySelector('[role=status]')?.replaceChildren(said));
  }

  /** Under the name under which it also looks for what an earlier page left (loader/chat.ts). */
  function noteForLauncher(): void {
    try {
      if (parts.ownText) sessionStorage.setItem(parts.prefix, String(parts.ownText));
    } catch {
      // Then the next page doesn't show it either.
    }
  }

  let isListening = false;
  function listen(): void {
    if (isListening) return;
    isListening = true;
    const onFocus = (): void => {
      if (bubble === null) look();
      else if (isOverFocus(bubble)) stop();
    };
    addEventListener('focusin', onFocus);
    addEventListener('focusout', onFocus);
    pages?.addEventListener('navigatesuccess', look);
    stops.push(() => {
      removeEventListener('focusin', onFocus);
      removeEventListener('focusout', onFocus);
      pages?.removeEventListener('navigatesuccess', look);
    });
  }

  function draw(): HTMLElement {
    const section = document.createElement('section');
    section.className = `nudge at-${parts.position()}`;
    section.part.add('nudge');
    section.ariaLabel = i18n.t('chat');
    const say = document.createElement('button');
    say.type = 'button';
    say.className = 'say';
    say.dir = 'auto';
    say.textContent = said;
    say.onclick = () => {
      stop();
      parts.open();
    };
    const away = document.createElement('button');
    away.type = 'button';
    away.className = 'away';
    away.ariaLabel = i18n.t('close');
    away.textContent = '×';
    const dismiss = (): void => {
      stop();
      launcher?.focus();
    };
    away.onclick = dismiss;
    section.onkeydown = (event) => {
      if (event.key === 'Escape') dismiss();
    };
    const status = document.createElement('p');
    status.className = 'hidden';
    status.role = 'status';
    section.append(say, away, status);
    return section;
  }

  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  root.adoptedStyleSheets.push(sheet);
  stops.push(() => {
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((one) => one !== sheet);
  });
  return stop;
}

/** The visitor, or their system, wants no more than what was asked for. */
function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches;
}

/** What the visitor is reading or filling in lies beneath it. */
function isOverFocus(bubble: Element): boolean {
  const focused = document.activeElement;
  if (!focused || focused === document.body || focused.matches('bellhop-host')) return false;
  const own = bubble.getBoundingClientRect();
  const it = focused.getBoundingClientRect();
  return (
    it.right > own.left - ROOM_PX &&
    it.left < own.right + ROOM_PX &&
    it.bottom > own.top - ROOM_PX &&
    it.top < own.bottom + ROOM_PX
  );
}

/** That it was seen, for as long as it is shown once. Where the browser keeps nothing, as long as the page. */
function createMemory(key: string, oncePer: NonNullable<NudgeOptions['oncePer']>) {
  const storage = () => (oncePer === 'visit' ? sessionStorage : localStorage);
  return {
    wasSeen(): boolean {
      try {
        const at = storage().getItem(key);
        return at !== null && (oncePer !== 'day' || Number(Date.now()) - Number(at) < DAY_MS);
      } catch {
        return false;
      }
    },
    seen(): void {
      try {
        storage().setItem(key, `${Number(Date.now())}`);
      } catch {
        // It may be shown again on the next page.
      }
    },
  };
}
