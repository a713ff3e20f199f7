// A button that opens a small panel above the page: a menu, or a few fields. It closes with Escape, and by a press elsewhere.

import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

const GAP_PX = 4;
const EDGE_PX = 8;

export function Menu(props: {
  /** Of the panel, and of nothing else on the page. */
  id: string;
  label: string;
  /** What stands on the button; the label without it. */
  face?: ComponentChildren;
  class?: string;
  /** Made when it opens. */
  children: (close: () => void) => ComponentChildren;
}) {
  const { id, label, face, children } = props;
  const panel = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isOpen = useSignal(false);
  // One that stands in another closes with it.
  const close = () => outermost(panel.current)?.hidePopover();
  // Once the content is there: it has the height, and takes the keys that would otherwise be for the page.
  useLayoutEffect(() => {
    if (!isOpen.value || panel.current === null || button.current === null) return;
    place(panel.current, button.current);
    panel.current.querySelector<HTMLElement>('button, input, select, textarea')?.focus();
  }, [isOpen.value]);
  return (
    <>
      <button
        ref={button}
        type="button"
        class={props.class ?? 'button small'}
        popovertarget={id}
        aria-haspopup="dialog"
        aria-label={face === undefined ? undefined : label}
      >
        {face ?? label}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        class="menu"
        role="dialog"
        aria-label={label}
        onToggle={(event) => {
          isOpen.value = event.newState === 'open';
        }}
        onKeyDown={(event) => step(event, panel.current)}
      >
        {isOpen.value && children(close)}
      </div>
    </>
  );
}

function outermost(panel: HTMLElement | null): HTMLElement | null {
  const around = panel?.parentElement?.closest<HTMLElement>('.menu') ?? null;
  return around === null ? panel : outermost(around);
}

/** Below the button, or above it where there is no room; on a phone the style puts it at the screen's end instead. */
function place(panel: HTMLElement, button: HTMLElement): void {
  panel.style.removeProperty('--top');
  const from = button.getBoundingClientRect();
  const { clientWidth: width, clientHeight: height } = button.ownerDocument.documentElement;
  panel.style.setProperty(
    '--left',
    `${Math.max(EDGE_PX, Math.min(from.left, width - panel.offsetWidth - EDGE_PX))}px`,
  );
  const isBelow = from.bottom + GAP_PX + panel.offsetHeight < height || from.top < height / 2;
  panel.style.setProperty(
    '--top',
    isBelow
      ? `${from.bottom + GAP_PX}px`
      : `${Math.max(EDGE_PX, from.top - GAP_PX - panel.offsetHeight)}px`,
  );
}

/** The arrows lead through the panel's buttons, but not out of a field. */
function step(event: KeyboardEvent, panel: HTMLElement | null): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const isInField =
    event.target instanceof HTMLElement && event.target.matches('input, select, textarea');
  if (by === 0 || panel === null || isInField) return;
  const buttons = [...panel.querySelectorAll<HTMLElement>('button')];
  const at = buttons.findIndex((one) => one.matches(':focus'));
  event.preventDefault();
  buttons[(at + by + buttons.length) % buttons.length]?.focus();
}
