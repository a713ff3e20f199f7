// The tag of a site whose own server hands out the sessions: what its owner chooses, the real widget beside it, and what to copy.

import { type Signal, useComputed, useSignal } from '@preact/signals';
import type { SiteState } from '../../../gateway/desk-types.ts';
import {
  type Choices,
  GROUPS,
  type GroupName,
  namesOf,
  snippetOf,
  usableOf,
  type WordPressLines,
  wordPressOf,
  wrongOf,
} from '../../model/snippet.ts';
import type { MessageKey } from '../../texts/messages.ts';
import { CopyButton, Field } from '../parts.tsx';
import type { View } from '../view.ts';
import { AttributeFields } from './attribute-field.tsx';
import { Contrast } from './contrast.tsx';
import { LivePreview } from './live-preview.tsx';

const GROUP_WORDS: Readonly<Record<GroupName, MessageKey>> = {
  look: 'groupLook',
  words: 'groupWords',
  behaviour: 'groupBehaviour',
  links: 'groupLinks',
  tools: 'groupTools',
  others: 'groupOthers',
};
const GROUP_NAMES: readonly GroupName[] = [
  ...(Object.keys(GROUPS) as (keyof typeof GROUPS)[]),
  'others',
];
const SESSION = '/chat/session';

export function Snippet({ view, site }: { view: View; site: SiteState }) {
  const { t } = view;
  const choices = useSignal<Choices>({});
  const session = useSignal(SESSION);
  const script = useSignal(`${view.origin}/bellhop.js`);
  const wrong = useComputed(() =>
    wrongOf(choices.value, { baseUrl: 'https://your-site.example/', isColor: view.isColor }),
  );
  const tag = snippetOf(
    { script: script.value, gateway: view.origin, session: session.value },
    choices.value,
  );
  return (
    <section class="sheet">
      <h3>{t('snippet')}</h3>
      <p class="quiet">{t('snippetText')}</p>
      <div class="configurator">
        <div class="options">
          <Field id="place-session" label={t('sessionEndpoint')} hint={t('sessionEndpointHint')}>
            <Text id="place-session" value={session} />
          </Field>
          <Field id="place-script" label={t('scriptAddress')} hint={t('scriptAddressHint')}>
            <Text id="place-script" value={script} />
          </Field>
          {GROUP_NAMES.map((group, index) => (
            <details key={group} class="group" open={index === 0}>
              <summary>{(t as (key: MessageKey) => string)(GROUP_WORDS[group])}</summary>
              <AttributeFields
                view={view}
                names={namesOf(group)}
                choices={choices}
                wrong={wrong.value}
              />
              {group === 'look' && <Contrast view={view} color={choices.value.color ?? ''} />}
            </details>
          ))}
        </div>
        <LivePreview view={view} site={site} choices={choices.value} wrong={wrong.value} />
      </div>
      <Paste view={view} tag={tag} wordPress={wordPressOf(usableOf(choices.value, wrong.value))} />
      {wrong.value.length > 0 && (
        <p class="error" role="alert">
          {t('snippetWrong')}
        </p>
      )}
    </section>
  );
}

/** What is pasted: the tag, or lines for WordPress, whose plugin prints the tag itself. */
function Paste(props: { view: View; tag: string; wordPress: WordPressLines }) {
  const { view, tag, wordPress } = props;
  const { t } = view;
  const way = useSignal<'tag' | 'wordpress'>('tag');
  const isTag = way.value === 'tag';
  const text = isTag ? tag : wordPress.text;
  const ways = [
    ['tag', t('pasteTag')],
    ['wordpress', 'WordPress'],
  ] as const;
  return (
    <>
      <fieldset class="segments ways-to-paste">
        <legend class="hidden">{t('pasteWhere')}</legend>
        {ways.map(([value, label]) => (
          <label key={value}>
            <input
              type="radio"
              name="paste"
              checked={way.value === value}
              onChange={() => {
                way.value = value;
              }}
            />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      {!isTag && <p class="quiet">{t('pasteWordPress')}</p>}
      {text === '' ? (
        <p>{t('pasteNothing')}</p>
      ) : (
        <>
          <textarea
            class="tag"
            dir="ltr"
            readOnly
            aria-label={isTag ? t('snippet') : 'WordPress'}
            rows={text.split('\n').length + 1}
            value={text}
            onFocus={(event) => event.currentTarget.select()}
          />
          <div class="buttons start">
            <CopyButton
              key={way.value}
              view={view}
              text={text}
              label={t(isTag ? 'copySnippet' : 'copySettings')}
              isPrimary
            />
          </div>
        </>
      )}
      {!isTag && wordPress.missing.length > 0 && (
        <p class="quiet">{t('pasteMissing', { names: wordPress.missing.join(', ') })}</p>
      )}
    </>
  );
}

function Text({ id, value }: { id: string; value: Signal<string> }) {
  return (
    <input
      id={id}
      dir="ltr"
      spellcheck={false}
      autocapitalize="none"
      aria-describedby={`${id}-hint`}
      value={value.value}
      onInput={(event) => {
        value.value = event.currentTarget.value;
      }}
    />
  );
}
