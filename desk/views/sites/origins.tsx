// On whose pages a site's visitors may chat: the list, and a field that takes what people type.

import { useSignal } from '@preact/signals';
import type { PublicSiteState } from '../../../gateway/desk-types.ts';
import { type OriginFault, type OriginNote, readOrigin } from '../../model/origins.ts';
import type { MessageKey } from '../../texts/messages.ts';
import { Alert } from '../alert.tsx';
import { Field, Outcome, SurePress } from '../parts.tsx';
import { useAct } from '../use-act.ts';
import type { View } from '../view.ts';

const FAULTS: Readonly<Record<OriginFault, MessageKey>> = {
  empty: 'faultEmpty',
  star: 'faultStar',
  none: 'faultNone',
};
const NOTES: Readonly<Record<OriginNote, 'noteWww' | 'noteBelow' | 'notePlain'>> = {
  www: 'noteWww',
  below: 'noteBelow',
  plain: 'notePlain',
};

export function Origins({ view, state }: { view: View; state: PublicSiteState }) {
  const { t } = view;
  const { publicSite } = view.desk;
  const act = useAct(view);
  const origins = state.allowed_origins ?? [];
  return (
    <>
      {origins.length === 0 ? (
        <Alert>
          <p>{t('pagesNone')}</p>
          <p class="quiet">{t('pagesOwnServer')}</p>
        </Alert>
      ) : (
        <p class="quiet">{t('pagesText')}</p>
      )}
      {origins.length > 0 && (
        <ul class="devices origins">
          {origins.map((origin) => (
            <li key={origin}>
              <code class="about" dir="ltr">
                {origin}
              </code>
              <SurePress
                label={t('pageRemove')}
                sure={t('pageRemoveSure')}
                about={origin}
                onSure={() =>
                  act.run(() => publicSite.refuseOrigin(origin), t('pageRemoved', { origin }))
                }
              />
            </li>
          ))}
        </ul>
      )}
      <Outcome act={act} />
      <AddOrigin view={view} origins={origins} />
    </>
  );
}

function AddOrigin({ view, origins }: { view: View; origins: readonly string[] }) {
  const { t } = view;
  const { publicSite } = view.desk;
  const act = useAct(view);
  const typed = useSignal('');
  const fault = useSignal<OriginFault | null>(null);
  const there = useSignal('');
  const note = useSignal('');

  function add(): void {
    const reading = readOrigin(typed.peek());
    fault.value = reading.kind === 'wrong' ? reading.why : null;
    there.value = '';
    note.value = '';
    if (reading.kind === 'wrong') return;
    const { origin, isAsTyped } = reading;
    if (origins.includes(origin)) {
      there.value = t('pageThere', { origin });
      return;
    }
    const words = t(isAsTyped ? 'pageAdded' : 'pageMade', { origin });
    act
      .run(() => publicSite.allowOrigin(origin), words)
      .then((isAdded) => {
        if (!isAdded) return;
        typed.value = '';
        const other = reading.note === null ? null : besides(origin, reading.note);
        if (reading.note !== null && other !== null && !origins.includes(other)) {
          note.value = t(NOTES[reading.note], { origin: other });
        }
      });
  }

  return (
    <form
      class="add-origin"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <Field id="add-origin" label={t('pageAdd')} hint={t('pageAddHint')}>
        <div class="with-button">
          <input
            id="add-origin"
            dir="ltr"
            inputMode="url"
            autocapitalize="none"
            autocomplete="off"
            spellcheck={false}
            placeholder="shop.example"
            aria-describedby="add-origin-hint add-origin-fault"
            aria-invalid={fault.value !== null}
            value={typed.value}
            onInput={(event) => {
              typed.value = event.currentTarget.value;
              fault.value = null;
            }}
          />
          <button type="submit" class="button" aria-disabled={act.isBusy.value}>
            {t('pageAddButton')}
          </button>
        </div>
      </Field>
      <p class="error" role="alert" id="add-origin-fault">
        {fault.value !== null && (t as (key: MessageKey) => string)(FAULTS[fault.value])}
      </p>
      <Outcome act={act} />
      <p class="quiet" role="status">
        {there.value || note.value}
      </p>
    </form>
  );
}

/** The website that an owner may have meant too. */
function besides(origin: string, note: OriginNote): string {
  switch (note) {
    case 'www':
      return origin.replace('://www.', '://');
    case 'below':
      return origin.replace('://*.', '://');
    case 'plain':
      return origin.replace('http:', 'https:').replace(/:\d+$/, '');
  }
}
