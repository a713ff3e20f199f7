// The frame of the developer's panel: where it stands, its tabs, and what the keys do. Beside the page on a wide screen, on the side
// where the chat isn't; over it on a small one.

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { CallsTab, useSteps } from './calls-tab.tsx';
import { EventsTab, usePageEvents } from './events-tab.tsx';
import { ReplayTab } from './replay-tab.tsx';
import { SetupTab } from './setup-tab.tsx';
import { type Again, ToolsTab } from './tools-tab.tsx';
import type { Trials } from './trial.ts';
import type { DevtoolsPorts, Memory, TabName } from './types.ts';

const TABS: readonly (readonly [TabName, string])[] = [
  ['tools', 'Tools'],
  ['calls', 'Calls'],
  ['events', 'Events'],
  ['replay', 'Replay'],
  ['setup', 'Setup'],
];
const SMALL = '(max-width: 640px), (max-height: 480px)';
export const MIN_WIDTH = 320;
const WIDTH_STEP = 24;

export interface PanelState {
  memory: Memory;
  /** Where the launcher stands; the panel stands on the other side. */
  side: 'left' | 'right';
  /** A button of its own opens it: on the developer's machine. */
  hasButton: boolean;
}

export function DevtoolsPanel(props: {
  ports: DevtoolsPorts;
  trials: Trials;
  state: PanelState;
  onChange(memory: Memory): void;
}) {
  const { ports, trials, state, onChange } = props;
  const { memory, side, hasButton } = state;
  const { isOpen, tab, width } = memory;
  const set = (change: Partial<Memory>) => onChange({ ...memory, ...change });
  const dialog = useRef<HTMLDialogElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const tabs = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const steps = useSteps(ports);
  const pageEvents = usePageEvents(ports);
  const [again, setAgain] = useState<Again | null>(null);
  useDialog(dialog, isOpen, tabs);
  useEffect(() => body.current?.scrollTo?.(0, 0), [tab]);

  const close = () => {
    set({ isOpen: false });
    opener.current?.focus();
  };
  const onTabKey = (event: KeyboardEvent) => {
    const at = TABS.findIndex(([name]) => name === tab);
    const to: Record<string, number> = {
      ArrowRight: (at + 1) % TABS.length,
      ArrowLeft: (at - 1 + TABS.length) % TABS.length,
      Home: 0,
      End: TABS.length - 1,
    };
    const next = TABS[to[event.key] ?? -1];
    if (next === undefined) return;
    event.preventDefault();
    set({ tab: next[0] });
    tabs.current?.querySelector<HTMLElement>(`#tab-${next[0]}`)?.focus();
  };
  return (
    <div class={`devtools at-${side}`} lang="en" dir="ltr">
      {hasButton && (
        <button
          ref={opener}
          type="button"
          class="opener"
          aria-expanded={isOpen}
          title="Bellhop’s developer panel"
          onClick={() => set({ isOpen: !isOpen })}
        >
          <span aria-hidden="true">{'{ }'}</span> <span class="opener-words">Bellhop</span>
          <span class="hidden"> developer panel</span>
        </button>
      )}
      <dialog
        ref={dialog}
        aria-label="Bellhop developer panel"
        style={{ '--width': `${width}px` }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.isComposing) return;
          // The chat closes by the same key: it is for the one that has the focus.
          event.preventDefault();
          event.stopPropagation();
          close();
        }}
        onCancel={(event) => {
          event.preventDefault();
          close();
        }}
      >
        <Edge side={side} width={width} onWidth={(next) => set({ width: next })} />
        <div class="top">
          <p class="brand">
            <span aria-hidden="true">{'{ }'}</span> Bellhop
          </p>
          <button type="button" class="quiet close" aria-label="Close" onClick={close}>
            ✕
          </button>
        </div>
        <div ref={tabs} class="tabs" role="tablist" aria-label="Views" onKeyDown={onTabKey}>
          {TABS.map(([name, label]) => (
            <button
              key={name}
              id={`tab-${name}`}
              type="button"
              role="tab"
              aria-selected={name === tab}
              aria-controls="view"
              tabIndex={name === tab ? 0 : -1}
              onClick={() => set({ tab: name })}
            >
              {label}
              {name === 'setup' && ports.setup.get().mistakes.length > 0 && (
                <span class="dot">
                  <span class="hidden"> (something is wrong)</span>
                </span>
              )}
            </button>
          ))}
        </div>
        <div ref={body} id="view" class="view" role="tabpanel" aria-labelledby={`tab-${tab}`}>
          {tab === 'tools' && (
            <ToolsTab
              ports={ports}
              trials={trials}
              chosen={memory.tool}
              again={again}
              onChoose={(tool) => {
                setAgain(null);
                set({ tool });
              }}
            />
          )}
          {tab === 'calls' && (
            <CallsTab
              ports={ports}
              trials={trials}
              steps={steps}
              onAgain={({ name, input }) => {
                setAgain({ name, input });
                set({ tab: 'tools', tool: name });
              }}
            />
          )}
          {tab === 'events' && <EventsTab ports={ports} pageEvents={pageEvents} />}
          {tab === 'replay' && <ReplayTab ports={ports} />}
          {tab === 'setup' && <SetupTab ports={ports} />}
        </div>
      </dialog>
    </div>
  );
}

/** Shows the dialog beside the page, or over it where there is no room beside it. */
function useDialog(
  dialog: { current: HTMLDialogElement | null },
  isOpen: boolean,
  tabs: { current: HTMLElement | null },
): void {
  const isFirst = useRef(true);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element || !isOpen) {
      isFirst.current = false;
      return undefined;
    }
    const small = globalThis.matchMedia?.(SMALL);
    const show = () => {
      if (element.open) element.close();
      if (small?.matches) element.showModal();
      else element.show();
    };
    const held = element.ownerDocument.activeElement;
    show();
    // A page that was reloaded with its panel open keeps the focus where it is.
    if (isFirst.current && !small?.matches) (held as HTMLElement | null)?.focus?.();
    else tabs.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    isFirst.current = false;
    small?.addEventListener('change', show);
    return () => {
      small?.removeEventListener('change', show);
      element.close();
    };
  }, [isOpen]);
}

/** The edge towards the page: drawn by the pointer, moved by the arrow keys. */
function Edge(props: { side: 'left' | 'right'; width: number; onWidth: (width: number) => void }) {
  const { side, width, onWidth } = props;
  /** The chat stands at the right, so the panel at the left, and its edge at the panel's right. */
  const grows = side === 'right' ? 1 : -1;
  const max = () => Math.max(MIN_WIDTH, Math.round((globalThis.innerWidth ?? 1280) * 0.8));
  const to = (next: number) => onWidth(Math.round(Math.min(max(), Math.max(MIN_WIDTH, next))));
  const drag = useRef<{ x: number; width: number } | null>(null);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule can't be moved.
    <div
      class="edge"
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of the panel"
      aria-valuenow={width}
      aria-valuemin={MIN_WIDTH}
      aria-valuemax={max()}
      tabIndex={0}
      onKeyDown={(event) => {
        const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        if (step === undefined) return;
        event.preventDefault();
        to(width + step * grows * WIDTH_STEP);
      }}
      onPointerDown={(event) => {
        drag.current = { x: event.clientX, width };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        const from = drag.current;
        if (from) to(from.width + (event.clientX - from.x) * grows);
      }}
      onPointerUp={() => {
        drag.current = null;
      }}
    />
  );
}
