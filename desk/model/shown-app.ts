// An app that a call has shown to the visitor, for whoever reads the conversation: the same one, by the host that the visitor's chat
// has, which does nothing for it here.

import { type App, type FramePorts, hostContext, openAppFrame } from '../../src/apps/index.ts';

export { type App, type AppHint, readApp, readHint } from '../../src/apps/index.ts';

const MIN_HEIGHT_PX = 48;
const MAX_HEIGHT_PX = 600;
const USUAL_HEIGHT_PX = 240;

/** Of its place, by what it asks for; null: nothing yet. */
export const heightOf = (wanted: number | null): number =>
  Math.round(Math.min(MAX_HEIGHT_PX, Math.max(MIN_HEIGHT_PX, wanted ?? USUAL_HEIGHT_PX)));

interface Showing extends Pick<FramePorts, 'after' | 'now' | 'resize' | 'ready' | 'fail'> {
  title: string;
  lang(): string;
}

/** Draws it; `refresh` tells it of another language or other colours. */
export function showApp(
  place: HTMLElement,
  app: App,
  { title, lang, ...ports }: Showing,
): { refresh(): void; close(): void } {
  const context = () => ({
    ...hostContext(place, {
      tool: app.tool,
      lang: lang(),
      mode: 'inline',
      maxHeight: MAX_HEIGHT_PX,
    }),
    availableDisplayModes: ['inline'],
  });
  const frame = openAppFrame(
    place,
    { ...app, title },
    { ...ports, context, isReadOnly: true, setMode: () => 'inline', log() {} },
  );
  return { close: frame.close, refresh: () => frame.changeContext(context()) };
}
