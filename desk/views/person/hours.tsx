// When a site's team is there. Outside of it the agent says when somebody is back, and asks for an address.

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { PublicSiteState } from '../../../gateway/desk-types.ts';
import { readDays, readSpans, WEEKDAYS, writeSpans, zoneOfTown } from '../../model/hours.ts';
import { LineField, Outcome, TextField } from '../parts.tsx';
import { useAct } from '../use-act.ts';
import type { View } from '../view.ts';

/** A Sunday. */
const SUNDAY_MS = Date.UTC(2023, 0, 1, 12);
const DAY_MS = 86_400_000;

export function HoursPart({ view, state }: { view: View; state: PublicSiteState }) {
  const { t } = view;
  const { publicSite, mail } = view.desk;
  const act = useAct(view);
  const wrong = useSignal<readonly string[]>([]);
  /** What stood in the field where that is no time zone. */
  const wrongZone = useSignal('');
  useEffect(() => {
    mail.load();
  }, [mail]);
  const { hours } = state;
  const { language } = view.texts.value;
  const weekdays = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
  const zones = Intl.supportedValuesOf('timeZone');
  const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const labelOf = (name: string) =>
    name.startsWith('day-')
      ? weekdays.format(SUNDAY_MS + Number(name.slice(4)) * DAY_MS)
      : t('holidays');
  const unread = wrong.value.filter((name) => name !== 'zone').map(labelOf);
  const isWrong = (name: string) => wrong.value.includes(name);
  return (
    <form
      class="sheet"
      noValidate
      // What was saved stands in the fields.
      key={JSON.stringify(hours)}
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget as HTMLFormElement);
        const text = (name: string) => String(form.get(name) ?? '');
        const zone = text('zone').trim();
        const days = [0, 1, 2, 3, 4, 5, 6].map((day) => readSpans(text(`day-${day}`)));
        const holidays = readDays(text('holidays'));
        wrong.value = [
          ...(isTimeZone(zone) ? [] : ['zone']),
          ...days.flatMap((spans, day) => (spans === undefined ? [`day-${day}`] : [])),
          ...(holidays === undefined ? ['holidays'] : []),
        ];
        wrongZone.value = zone;
        act.forget();
        if (wrong.peek().length > 0 || holidays === undefined) return;
        const read = days.map((spans) => spans ?? []);
        act.run(() => publicSite.change({ hours: { time_zone: zone, days: read, holidays } }));
      }}
    >
      <h3>{t('hoursTitle')}</h3>
      <p class="quiet">{t('hoursText')}</p>
      {mail.state.value?.from === null && <p class="quiet">{t('hoursNoMail')}</p>}
      <div class="week">
        {WEEKDAYS.map((day) => (
          <LineField
            key={day}
            id={`day-${day}`}
            label={labelOf(`day-${day}`)}
            name={`day-${day}`}
            dir="ltr"
            autocomplete="off"
            placeholder={t('hoursNobody')}
            aria-invalid={isWrong(`day-${day}`)}
            aria-describedby="hours-hint"
            defaultValue={writeSpans(hours?.days[day])}
          />
        ))}
      </div>
      <p
        class={wrong.value.some((name) => name.startsWith('day')) ? 'error' : 'hint'}
        id="hours-hint"
      >
        {t('hoursHint')}
      </p>
      <LineField
        id="hours-zone"
        label={t('timeZone')}
        hint={t('timeZoneHint')}
        name="zone"
        dir="ltr"
        list="time-zones"
        autocomplete="off"
        aria-invalid={isWrong('zone')}
        aria-describedby={`hours-zone-hint${isWrong('zone') ? ' hours-wrong' : ''}`}
        defaultValue={hours?.time_zone ?? ownZone}
      />
      <datalist id="time-zones">
        {zones.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <TextField
        id="holidays"
        label={t('holidays')}
        hint={t('holidaysHint')}
        name="holidays"
        dir="ltr"
        rows={3}
        aria-invalid={isWrong('holidays')}
        defaultValue={hours?.holidays.join('\n') ?? ''}
      />
      <div class="error" id="hours-wrong" role="alert">
        {isWrong('zone') && (
          <p dir="auto">
            {t('timeZoneWrong', {
              zone: wrongZone.value,
              like: zoneOfTown(wrongZone.value, zones) ?? ownZone,
            })}
          </p>
        )}
        {unread.length > 0 && <p>{t('hoursUnread', { fields: unread.join(', ') })}</p>}
      </div>
      <Outcome act={act} />
      <div class="buttons start">
        <button type="submit" class="button primary" aria-disabled={act.isBusy.value}>
          {t('save')}
        </button>
        {hours !== null && (
          <button
            type="button"
            class="button"
            aria-disabled={act.isBusy.value}
            onClick={() => act.run(() => publicSite.change({ hours: null }))}
          >
            {t('hoursNone')}
          </button>
        )}
      </div>
    </form>
  );
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return name !== '';
  } catch {
    return false;
  }
}
