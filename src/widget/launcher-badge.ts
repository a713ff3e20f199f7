// Shows unread messages on the launcher and in the page's title, and tells on the launcher whether the panel is open.

import { document, setTitle } from '../dom/document.ts';
import type { I18n } from '../i18n/index.ts';
import type { Panel } from '../ui/types.ts';

const BADGE_STYLE = `.badge{position:absolute;inset-block-start:-4px;inset-inline-end:-4px;box-sizing:border-box;
min-width:22px;height:22px;padding:0 6px;border-radius:11px;font:600 12px/22px system-ui,sans-serif;
text-align:center;color:#fff;background:#a60119;pointer-events:none}
@media (forced-colors:active){.badge{outline:1px solid}}
[part~=launcher][aria-expanded=true]:before{clip-path:path("M3 11l2-2 9 9 9-9 2 2-11 11z")}`;

export interface LauncherBadge {
  /** Call it after the launcher has drawn itself anew. */
  draw(): void;
  close(): void;
}

/** @param name the owner's words for the launcher, or '' for the usual ones. */
export function createLauncherBadge(
  root: ShadowRoot,
  launcher: HTMLButtonElement | null,
  panel: Pick<Panel, 'unread' | 'openness'>,
  i18n: I18n,
  name: () => string,
): LauncherBadge {
  const badge = document.createElement('span');
  badge.className = 'badge';
  badge.part.add('badge');
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(BADGE_STYLE);
  root.adoptedStyleSheets.push(sheet);
  let titled = 0;

  /** Only if it stands somewhere: else Prototype's `remove` throws. */
  const takeAway = () => badge.parentNode?.removeChild(badge);
  const draw = (): void => {
    const count = panel.unread.get();
    const isOpen = panel.openness.get();
    if (launcher !== null) {
      badge.textContent = count > 99 ? '99+' : i18n.format.number(count);
      // When options change, the launcher sets its text anew, which removes the badge: append it again.
      if (count > 0) launcher.append(badge);
      else takeAway();
      launcher.ariaExpanded = String(isOpen);
      const words = name() || i18n.t(isOpen ? 'closeChat' : 'openChat');
      launcher.ariaLabel = count > 0 ? `${words}, ${i18n.t('newMessages', { n: count })}` : words;
    }
    titlePage(count);
  };

  /** Writes "(2) Title" while there is something to read. If the page changes its title meanwhile, that stays. */
  function titlePage(count: number): void {
    if (count === titled) return;
    const mine = `(${titled}) `;
    const bare = document.title.startsWith(mine)
      ? document.title.slice(mine.length)
      : document.title;
    setTitle(count > 0 ? `(${count}) ${bare}` : bare);
    titled = count;
  }

  const stops = [
    panel.unread.subscribe(draw),
    panel.openness.subscribe(draw),
    i18n.subscribe(draw),
  ];
  draw();
  return {
    draw,
    close() {
      for (const stop of stops) stop();
      takeAway();
      titlePage(0);
    },
  };
}
