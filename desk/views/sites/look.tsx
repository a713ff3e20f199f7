// What a site's owner sets without touching its pages: fields, and the real widget beside them, as it will be.

import { useComputed, useSignal } from '@preact/signals';
import type { PublicSiteState, SiteState } from '../../../gateway/desk-types.ts';
import { fieldsOf, lookOf, wrongFields } from '../../model/look-fields.ts';
import { choicesOf, LOOK_GROUPS, type LookGroup, settingsOf } from '../../model/site-look.ts';
import { type Choices, chosenOf, wrongOf } from '../../model/snippet.ts';
import type { MessageKey } from '../../texts/messages.ts';
import { Outcome } from '../parts.tsx';
import { useAct } from '../use-act.ts';
import type { View } from '../view.ts';
import { AttributeFields } from './attribute-field.tsx';
import { Contrast } from './contrast.tsx';
import { LivePreview } from './live-preview.tsx';
import { LookFieldset } from './look-fields.tsx';

const WORDS: Readonly<Record<LookGroup, MessageKey>> = {
  words: 'lookWords',
  button: 'lookButton',
  behaviour: 'lookBehaviour',
  links: 'lookLinks',
};
const GROUPS = Object.keys(LOOK_GROUPS) as LookGroup[];

export function LookPart(props: { view: View; site: SiteState; state: PublicSiteState }) {
  const { view, site, state } = props;
  const t = view.t as (key: MessageKey) => string;
  const { publicSite } = view.desk;
  const act = useAct(view);
  const saved = choicesOf(state.settings);
  const choices = useSignal<Choices>(saved);
  const wrong = useComputed(() =>
    wrongOf(choices.value, { baseUrl: `${view.origin}/`, isColor: view.isColor }),
  );
  const savedLook = fieldsOf(state.settings.look);
  const fields = useSignal(savedLook);
  const wrongLook = useComputed(() => wrongFields(fields.value, view.isColor));
  const isWrong = useComputed(() => wrong.value.length + wrongLook.value.length > 0);
  const look = useComputed(() => lookOf(fields.value, state.settings.look));
  const isChanged =
    JSON.stringify([chosenOf(choices.value), look.value]) !==
    JSON.stringify([chosenOf(saved), lookOf(savedLook, state.settings.look)]);
  return (
    <form
      class="sheet"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isWrong.peek()) return;
        const settings = settingsOf(choices.peek(), look.peek());
        act.run(() => publicSite.change({ settings }));
      }}
    >
      <h3>{t('lookTitle')}</h3>
      <p class="quiet">
        {t('lookText')} {t('lookTagWins')}
      </p>
      <div class="configurator">
        <div class="options">
          {GROUPS.map((group, index) => (
            <details key={group} class="group" open={index < 2}>
              <summary>{t(WORDS[group])}</summary>
              {group === 'button' && <p class="quiet above">{t('lookButtonText')}</p>}
              <AttributeFields
                view={view}
                names={LOOK_GROUPS[group]}
                choices={choices}
                wrong={wrong.value}
              />
              {group === 'button' && <Contrast view={view} color={choices.value.color ?? ''} />}
            </details>
          ))}
          <details class="group">
            <summary>{t('lookShape')}</summary>
            <LookFieldset view={view} fields={fields} wrong={wrongLook.value} />
          </details>
          <div class="save-bar">
            {isWrong.value && (
              <p class="error" role="alert">
                {t('snippetWrong')}
              </p>
            )}
            <Outcome act={act} />
            <div class="buttons start">
              <button
                type="submit"
                class="button primary"
                aria-disabled={act.isBusy.value || isWrong.value}
              >
                {t('save')}
              </button>
              {isChanged && (
                <>
                  <button
                    type="button"
                    class="button"
                    onClick={() => {
                      choices.value = saved;
                      fields.value = savedLook;
                    }}
                  >
                    {t('lookDiscard')}
                  </button>
                  <span class="quiet unsaved">{t('lookUnsaved')}</span>
                </>
              )}
            </div>
          </div>
        </div>
        <LivePreview
          view={view}
          site={site}
          choices={choices.value}
          wrong={wrong.value}
          look={wrongLook.value.length > 0 ? undefined : look.value}
        />
      </div>
    </form>
  );
}
