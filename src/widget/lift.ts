// Lifts the chat into the browser's top layer where the page's root has a transform or the like: what is fixed would stand
// at the end of the document there, and scroll away. Fetched on such pages alone, since in the top layer the chat lies
// over all that the page shows (docs/pages.md says why it doesn't lie there elsewhere).

import { document } from '../dom/document.ts';

/** A box of no size in the corner of the window: `all: initial` has taken the browser's own style of popovers away. */
const STYLE = `@media screen{:host(:popover-open){display:block!important;position:fixed;inset:0 auto auto 0;width:0;height:0;overflow:visible}}
:host::backdrop{display:none}`;

/** Hosts whose page has been told what it can do. */
const told = new WeakSet<HTMLElement>();

/** Does nothing while the page has a modal open: over that the chat would be seen, and take no press. */
export function raiseHost(
  host: HTMLElement,
  root: ShadowRoot,
  warn: (sentence: string) => void,
): void {
  if (document.querySelector(':modal')) return;
  if (host.popover) {
    // One that has left the page and come back stands in the top layer no more.
    if (!host.matches(':popover-open')) host.showPopover();
    return;
  }
  if (!host.showPopover) {
    if (told.has(host)) return;
    told.add(host);
    warn(
      'The root element (html) has a transform, perspective, contain or will-change, so the launcher stands at the end of the page. Put that style on the body instead.',
    );
    return;
  }
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  root.adoptedStyleSheets.push(sheet);
  host.popover = 'manual';
  host.showPopover();
}
