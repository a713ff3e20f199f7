// An app of a call, below its step: fetched and drawn once somebody has asked for it. It is looked at alone.

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ToolCall } from '../../model/rows.ts';
import { type App, heightOf, readApp, readHint, showApp } from '../../model/shown-app.ts';
import { Waiting } from '../parts.tsx';
import type { View } from '../view.ts';

export function ShownApp({ view, call }: { view: View; call: ToolCall }) {
  const { t, desk } = view;
  const { language } = view.texts.value;
  const [hint] = useState(() => readHint(call));
  const [app, setApp] = useState<App | 'failed' | null>(hint === null ? 'failed' : null);
  const [height, setHeight] = useState(heightOf(hint?.height ?? null));
  const [isReady, setReady] = useState(false);
  const box = useRef<HTMLElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef<ReturnType<typeof showApp> | null>(null);
  const title = hint?.title || call.name;

  useEffect(() => {
    if (hint === null) return undefined;
    let isOver = false;
    const take = (found: App | null) => !isOver && setApp(found ?? 'failed');
    desk.conversation.readApp(call.id).then(
      (reply) => take(readApp(reply, hint)),
      () => take(null),
    );
    return () => {
      isOver = true;
    };
  }, []);

  useLayoutEffect(() => {
    if (app === null || app === 'failed' || place.current === null) return undefined;
    const opened = showApp(place.current, app, {
      title,
      lang: () => view.texts.peek().language,
      after: view.after,
      now: view.clock,
      resize: (wanted) => setHeight(heightOf(wanted)),
      ready: () => setReady(true),
      fail: () => setApp('failed'),
    });
    shown.current = opened;
    return () => {
      shown.current = null;
      opened.close();
    };
  }, [app]);

  useEffect(() => {
    if (isReady) shown.current?.refresh();
  }, [isReady, language]);
  useEffect(() => {
    const query = globalThis.matchMedia?.('(prefers-color-scheme:dark)');
    const tell = () => shown.current?.refresh();
    query?.addEventListener('change', tell);
    return () => query?.removeEventListener('change', tell);
  }, []);
  // It may have begun below the edge of what is seen.
  useEffect(() => {
    if (isReady) box.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isReady, height]);

  if (app === 'failed') return <p class="line">{t('appMissing')}</p>;
  return (
    <section ref={box} class="shown-app" aria-label={title} aria-busy={!isReady}>
      <div ref={place} class="app-place" style={`block-size:${height}px`} />
      {!isReady && <Waiting view={view} />}
      <p>{t('appOnlyRead')}</p>
    </section>
  );
}
