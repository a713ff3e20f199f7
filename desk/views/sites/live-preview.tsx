// The real widget beside a form, as the choices of now make it.

import { type Signal, useSignal } from '@preact/signals';
import type { SiteState } from '../../../gateway/desk-types.ts';
import type { Look } from '../../model/look-fields.ts';
import { type Choices, chosenOf, usableOf } from '../../model/snippet.ts';
import { Preview } from '../preview.tsx';
import type { View } from '../view.ts';

/** They name what only the owner's own pages have. */
const OWN_PAGES = new Set([
  'strings',
  'abilities',
  'loginNonceUrl',
  'deleteUrl',
  'feedbackUrl',
  'hideOn',
  'history',
]);

export function LivePreview(props: {
  view: View;
  site: SiteState;
  choices: Choices;
  wrong: readonly string[];
  look?: Look | undefined;
}) {
  const { view, site, choices, wrong, look } = props;
  const { t } = view;
  const isPhone = useSignal(false);
  const scheme = useSignal<'light' | 'dark'>('light');
  const isOpen = useSignal(true);
  const isMissing = useSignal(false);
  const attributes = Object.fromEntries(
    Object.entries(chosenOf(usableOf(choices, wrong))).filter(([name]) => !OWN_PAGES.has(name)),
  );
  // As a tag says both: the scheme is a member of the theme.
  if (look !== undefined)
    attributes.theme = JSON.stringify({ scheme: attributes.theme ?? 'auto', ...look });
  return (
    <div class="stage">
      <div class="quick">
        <Toggle label={t('previewOpen')} value={isOpen} />
        <Toggle label={t('previewPhone')} value={isPhone} />
        <label class="toggle">
          <input
            type="checkbox"
            checked={scheme.value === 'dark'}
            onChange={(event) => {
              scheme.value = event.currentTarget.checked ? 'dark' : 'light';
            }}
          />
          <span>{t('previewDark')}</span>
        </label>
      </div>
      <Preview
        view={view}
        title={t('preview')}
        attributes={attributes}
        of={{ client_id: site.client_id }}
        isOpen={isOpen.value}
        isPhone={isPhone.value}
        scheme={scheme.value}
        onFailed={() => {
          isMissing.value = true;
        }}
      />
      <p class="hint">{t(isMissing.value ? 'previewMissing' : 'previewText')}</p>
    </div>
  );
}

function Toggle({ label, value }: { label: string; value: Signal<boolean> }) {
  return (
    <label class="toggle">
      <input
        type="checkbox"
        checked={value.value}
        onChange={(event) => {
          value.value = event.currentTarget.checked;
        }}
      />
      <span>{label}</span>
    </label>
  );
}
