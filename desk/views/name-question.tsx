// Asks the owner who signed in by the admin key what they are called, before a visitor reads it.

import { useLayoutEffect, useRef } from 'preact/hooks';
import { Outcome, OwnNameField } from './parts.tsx';
import { useAct } from './use-act.ts';
import type { View } from './view.ts';

export function NameQuestion({ view }: { view: View }) {
  return view.desk.unnamed.value === null ? null : <Question view={view} />;
}

function Question({ view }: { view: View }) {
  const { t, desk } = view;
  const dialog = useRef<HTMLDialogElement>(null);
  const act = useAct(view);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      class="card"
      aria-labelledby="name-ask"
      onClose={() => {
        if (desk.unnamed.peek() !== null) desk.nameSelf(null);
      }}
    >
      <h2 id="name-ask">{t('nameAskTitle')}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget as HTMLFormElement);
          act.run(() => desk.nameSelf(String(form.get('name') ?? '')));
        }}
      >
        <OwnNameField view={view} id="asked-name" />
        <Outcome act={act} />
        <div class="buttons">
          <button type="button" class="button" onClick={() => desk.nameSelf(null)}>
            {t('cancel')}
          </button>
          <button type="submit" class="button primary">
            {t('goOn')}
          </button>
        </div>
      </form>
    </dialog>
  );
}
