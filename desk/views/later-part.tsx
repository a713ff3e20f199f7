// Shows a part of the desk that is fetched when somebody goes there; where it can't be, it says so and offers ways on.

import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Later } from '../model/later.ts';
import { writeRoute } from '../model/routes.ts';
import { Empty, Waiting } from './parts.tsx';
import type { View } from './view.ts';

export function LaterPart<Module>(props: {
  view: View;
  part: Later<Module>;
  children: (module: Module) => ComponentChildren;
}) {
  const { view, part, children } = props;
  const { t, desk } = view;
  const isLive = desk.isLive.value;
  // It is tried again when the gateway is back.
  useEffect(() => {
    if (isLive) part.load();
  }, [part, isLive]);
  const module = part.module.value;
  if (module !== null) return <>{children(module)}</>;
  if (!part.hasFailed.value) return <Waiting view={view} />;
  return (
    <div role="alert">
      <Empty title={t('partMissing')}>
        <p>{t('partMissingText')}</p>
        <div class="buttons">
          <button type="button" class="button" onClick={() => part.load()}>
            {t('retry')}
          </button>
          {/* Loads the page anew, with the names of the files that the gateway has now. */}
          <a class="button primary" href={writeRoute(desk.route.value)}>
            {t('reload')}
          </a>
        </div>
      </Empty>
    </div>
  );
}
