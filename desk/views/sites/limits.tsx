// What a site's tag may cost in a day, and what it has cost today.

import { useSignal } from '@preact/signals';
import type { PublicSiteState } from '../../../gateway/desk-types.ts';
import {
  CAP_NAMES,
  type CapName,
  type CapUse,
  capOf,
  fieldOf,
  readable,
  usesOf,
} from '../../model/caps.ts';
import type { MessageKey } from '../../texts/messages.ts';
import { Outcome } from '../parts.tsx';
import { useAct } from '../use-act.ts';
import type { View } from '../view.ts';
import { CAP_WORDS } from './words.ts';

export function LimitsPart({ view, state }: { view: View; state: PublicSiteState }) {
  const { t } = view;
  const { publicSite } = view.desk;
  const act = useAct(view);
  const wrong = useSignal<readonly CapName[]>([]);
  return (
    <form
      class="sheet"
      noValidate
      // What was saved, or read anew, stands in the fields.
      key={JSON.stringify(state.caps)}
      onSubmit={(event) => {
        event.preventDefault();
        const fields = new FormData(event.currentTarget as HTMLFormElement);
        const read = CAP_NAMES.map(
          (name) => [name, capOf(name, String(fields.get(name) ?? ''))] as const,
        );
        wrong.value = read.filter(([, cap]) => cap === undefined).map(([name]) => name);
        if (wrong.peek().length > 0) return;
        act.run(() => publicSite.change({ caps: Object.fromEntries(read) }));
      }}
    >
      <h3>{t('limitsTitle')}</h3>
      <p class="quiet">{t('limitsText')}</p>
      <div class="caps">
        {usesOf(state).map((use) => (
          <Cap key={use.name} view={view} use={use} isWrong={wrong.value.includes(use.name)} />
        ))}
      </div>
      <Outcome act={act} />
      <div class="buttons start">
        <button type="submit" class="button primary" aria-disabled={act.isBusy.value}>
          {t('save')}
        </button>
      </div>
    </form>
  );
}

function Cap({ view, use, isWrong }: { view: View; use: CapUse; isWrong: boolean }) {
  const t = view.t as (key: MessageKey, params?: Record<string, string>) => string;
  const { name, today, cap, percent, level } = use;
  const { language } = view.texts.value;
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  const words = (value: number) => numbers.format(readable(name, value));
  const id = `cap-${name}`;
  return (
    <section class={`cap ${level}`} aria-labelledby={`${id}-title`}>
      <header>
        <h4 id={`${id}-title`}>{t(CAP_WORDS[name])}</h4>
        {level === 'near' && <span class="chip waiting">{t('capNear')}</span>}
        {level === 'reached' && <span class="chip failed">{t('capReached')}</span>}
        <span class="quiet">
          {cap === null
            ? t('capFree', { today: words(today) })
            : `${t('capOf', { today: words(today), cap: words(cap) })} · ${t('capPercent', {
                percent: String(percent),
              })}`}
        </span>
      </header>
      {cap !== null && (
        <progress aria-labelledby={`${id}-title`} max={100} value={Math.min(100, percent)} />
      )}
      <div class="field">
        <label for={id}>
          {t('capMost')}
          <span class="hidden">: {t(CAP_WORDS[name])}</span>
        </label>
        <input
          id={id}
          name={name}
          dir="ltr"
          inputMode={name === 'credits_nano' ? 'decimal' : 'numeric'}
          autocomplete="off"
          placeholder={t('noLimit')}
          aria-describedby={`${id}-hint`}
          aria-invalid={isWrong}
          defaultValue={fieldOf(name, cap)}
        />
        <p class={isWrong ? 'error' : 'hint'} id={`${id}-hint`}>
          {t(isWrong ? (name === 'credits_nano' ? 'capWrongCredits' : 'capWrong') : 'capHint')}
        </p>
      </div>
    </section>
  );
}
