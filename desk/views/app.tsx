// The whole desk: the page for its phase, and the question that a link asks.

import { useLayoutEffect, useRef } from 'preact/hooks';
import { Join } from './join.tsx';
import { NameQuestion } from './name-question.tsx';
import { LaterPalette } from './palette/later-palette.tsx';
import { Bell, Empty } from './parts.tsx';
import { Shell } from './shell.tsx';
import { SignIn } from './sign-in.tsx';
import type { View } from './view.ts';
import { ShortcutsSheet } from './work/shortcuts-sheet.tsx';

export function App({ view }: { view: View }) {
  return (
    <>
      <Phase view={view} />
      <LinkQuestion view={view} />
      <ShortcutsSheet view={view} />
      <LaterPalette view={view} />
      <NameQuestion view={view} />
    </>
  );
}

function Phase({ view }: { view: View }) {
  const { t, desk } = view;
  switch (desk.phase.value) {
    case 'starting':
      return (
        // As in index.html, so that it stays while the gateway says who this is.
        <div class="starting" role="status">
          <Bell />
          <span class="hidden">{t('loading')}</span>
        </div>
      );
    case 'joining':
      return <Join view={view} />;
    case 'out':
      return <SignIn view={view} />;
    case 'away':
      return (
        <main class="gate">
          <div role="status">
            <Empty title={t('away')}>
              <button type="button" class="button" onClick={() => desk.retry()}>
                {t('retry')}
              </button>
            </Empty>
          </div>
        </main>
      );
    case 'in':
      return <Shell view={view} />;
  }
}

/** A link whose address is long or leads elsewhere than its words say is shown whole before it opens. */
function LinkQuestion({ view }: { view: View }) {
  const { t } = view;
  const dialog = useRef<HTMLDialogElement>(null);
  const question = view.question.value;
  useLayoutEffect(() => {
    if (question === null) dialog.current?.close();
    else if (dialog.current?.open === false) dialog.current.showModal();
  }, [question]);
  return (
    <dialog
      ref={dialog}
      class="card"
      onClose={() => view.answerQuestion(false)}
      aria-labelledby="link-title"
    >
      <h2 id="link-title">{t('linkTitle')}</h2>
      <p class="address" dir="ltr">
        {question?.href}
      </p>
      <div class="buttons">
        <button type="button" class="button" onClick={() => view.answerQuestion(false)}>
          {t('cancel')}
        </button>
        <button type="button" class="button primary" onClick={() => view.answerQuestion(true)}>
          {t('openLink')}
        </button>
      </div>
    </dialog>
  );
}
