// The entry of the devtools room: draws the panel into a shadow root of its own, and returns its controls.

import { render } from 'preact';
import { document } from '../dom/document.ts';
import { PALETTES, type Palette } from '../theme/index.ts';
import css from './devtools.css?inline';
import { DevtoolsPanel, MIN_WIDTH, type PanelState } from './panel.tsx';
import { createTrials } from './trial.ts';
import type { DevtoolsPorts } from './types.ts';

export interface Devtools {
  open(): void;
  destroy(): void;
}

export function mountDevtools(
  ports: DevtoolsPorts,
  place: Pick<PanelState, 'hasButton'> & { side(): PanelState['side'] },
): Devtools {
  const host = document.createElement('bellhop-devtools');
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`${themeCss()}${css}`);
  root.adoptedStyleSheets = [sheet];
  const container = document.createElement('div');
  root.append(container);
  document.documentElement.append(host);
  const trials = createTrials(ports);
  const kept = ports.memory.read();
  let memory = { ...kept, width: Math.max(MIN_WIDTH, kept.width) };

  function draw(): void {
    render(
      <DevtoolsPanel
        ports={ports}
        trials={trials}
        state={{ hasButton: place.hasButton, side: place.side(), memory }}
        onChange={(next) => {
          memory = next;
          ports.memory.write(next);
          draw();
        }}
      />,
      container,
    );
  }

  draw();
  // The page may move its launcher.
  const stop = ports.setup.subscribe(draw);
  return {
    open() {
      memory = { ...memory, isOpen: true };
      ports.memory.write(memory);
      draw();
    },
    destroy() {
      stop();
      render(null, container);
      trials.close();
      host.remove();
    },
  };
}

/** The widget's own colours, whatever the owner has made of them: this is a tool, and no part of the site. */
function themeCss(): string {
  const declare = (palette: Palette): string =>
    Object.entries(palette)
      .map(
        ([name, color]) =>
          `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${color};`,
      )
      .join('');
  return `:host{${declare(PALETTES.light)}color-scheme:light}@media (prefers-color-scheme:dark){:host{${declare(PALETTES.dark)}color-scheme:dark}}`;
}
