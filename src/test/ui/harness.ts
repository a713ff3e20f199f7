// A mounted panel in a document without layout: recorded ports, a clock that a test moves, and queries that
// look into the shadow root by role and name.

import { configure, within } from '@testing-library/preact';
import userEvent from '@testing-library/user-event';
import { options } from 'preact';
import { afterAll, afterEach } from 'vitest';
import { createVirtualClock } from '../../../test/doubles/virtual-clock.ts';
import { NOW } from '../../../test/gallery/build.ts';
import { createRecordedPorts, type PortsOptions } from '../../../test/gallery/ports.ts';
import type { GalleryState } from '../../../test/gallery/states.ts';
import type { SessionSnapshot } from '../../session/types.ts';
import type { ToolsSnapshot } from '../../tools/types.ts';
import { fetchEnd } from '../../ui/end-part.ts';
import { mountPanel } from '../../ui/mount-panel.tsx';
import { fetchRows, fetchSteps } from '../../ui/rows-part.ts';

// jsdom has the element without its methods.
Object.assign(HTMLDialogElement.prototype, {
  show(this: HTMLDialogElement) {
    this.open = true;
  },
  showModal(this: HTMLDialogElement) {
    this.open = true;
  },
  close(this: HTMLDialogElement) {
    this.open = false;
  },
});

// Nor does it lay anything out, so no size changes.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

// What is fetched later on a page is at hand here, so that a mounted panel is whole at once.
await Promise.all([fetchRows(), fetchSteps(), fetchEnd()]);

// A busy machine imports a chunk in its own time.
configure({ asyncUtilTimeout: 300_000 });

/** Callbacks that wait for a frame. This document draws none, so they get one as soon as the thread is free. */
let frames = 0;
options.requestAnimationFrame = (callback) => {
  frames += 1;
  setTimeout(() => {
    frames -= 1;
    callback();
  });
};

const opened: (() => void)[] = [];
afterEach(() => {
  for (const close of opened.splice(0)) close();
});
// Preact looks once more for effects of what is gone, when the document would be gone too.
afterAll(settle);

export interface MountOptions extends PortsOptions {
  /** Every event counts as the visitor's own; on unless a test is about that. */
  isTrusted?: (event: Event) => boolean;
  isClosed?: boolean;
}

export function mount(
  state: Partial<GalleryState> & { session: SessionSnapshot },
  options: MountOptions = {},
) {
  const clock = createVirtualClock({ startAt: NOW });
  const host = document.createElement('div');
  document.body.append(host);
  const root = host.attachShadow({ mode: 'open' });
  // As the launcher does: without its sheet the host isn't shown.
  const shown = new CSSStyleSheet();
  shown.replaceSync(':host{display:contents!important}');
  root.adoptedStyleSheets = [shown];
  const ports = createRecordedPorts(
    { name: 'test', ...state },
    {
      now: () => clock.now(),
      after: (delayMs, callback) => {
        const timer = clock.setTimeout(callback, delayMs);
        return () => clock.clearTimeout(timer);
      },
      ...options,
    },
  );
  ports.isTrusted = options.isTrusted ?? (() => true);
  const panel = mountPanel(root, ports);
  if (!options.isClosed) panel.open();
  opened.push(() => {
    panel.destroy();
    host.remove();
  });
  const inside = root.lastElementChild as HTMLElement;
  return {
    host,
    root,
    ports,
    panel,
    clock,
    screen: within(inside),
    user: userEvent.setup({ document, applyAccept: false }),
    /** Lets components and effects follow, and `ms` of time pass. */
    async pass(ms = 0) {
      await settle();
      await clock.advance(ms);
      await settle();
    },
    async show(session: SessionSnapshot, tools?: ToolsSnapshot) {
      if (tools) ports.tools.set(tools);
      ports.session.set(session);
      await settle();
      await clock.advance(50);
      await settle();
    },
    /** Calls of one action, without its name. */
    called: (name: string) =>
      ports.calls.filter(([call]) => call === name).map(([, ...args]) => args),
  };
}

/** Until nothing is drawn any more and no effect waits for the next frame, however long this machine takes for it. */
async function settle(): Promise<void> {
  do await new Promise((done) => setTimeout(done));
  while (frames > 0);
}
