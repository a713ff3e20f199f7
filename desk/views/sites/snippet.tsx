// The snippet of a site: what its owner chooses, the real widget beside it, and the tag to copy.

import { type Signal, useComputed, useSignal } from '@preact/signals';
import type { SiteState } from '../../../gateway/desk-types.ts';
import { readColor } from '../../model/contrast.ts';
import {
  type Choices,
  chosenOf,
  GROUPS,
  type GroupName,
  snippetOf,
  type WordPressLines,
  wordPressOf,
  wrongOf,
} from '../../model/snippet.ts';
import type { MessageKey } from '../../texts/messages.ts';
import { CopyButton, Field } from '../parts.tsx';
import { Preview } from '../preview.tsx';
import type { View } from '../view.ts';
import { AttributeFields } from './attribute-field.tsx';

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
              <AttributeFields view={view} group={group} choices={choices} wrong={wrong.value} />
              {group === 'look' && <Contrast view={view} color={choices.value.color ?? ''} />}
            </details>
          ))}
        </div>
        <LivePreview view={view} site={site} choices={choices.value} wrong={wrong.value} />
      </div>
      <Paste view={view} tag={tag} wordPress={wordPressOf(usable(choices.value, wrong.value))} />
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

/** What the widget would take of the choices. */
function usable(choices: Choices, wrong: readonly string[]): Choices {
  return Object.fromEntries(Object.entries(choices).filter(([name]) => !wrong.includes(name)));
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

function Contrast({ view, color }: { view: View; color: string }) {
  const { t } = view;
  const reading = color.trim() === '' ? null : readColor(color);
  if (reading === null) return null;
  const ratio = view.texts.value.format.number(Math.round(reading.ratio * 10) / 10);
  return (
    <p class="quiet" role="status">
      {t('contrast', { ratio })}
      {reading.drawn !== null && ` ${t('contrastDrawn', { color: reading.drawn })}`}
    </p>
  );
}

function LivePreview(props: {
  view: View;
  site: SiteState;
  choices: Choices;
  wrong: readonly string[];
}) {
  const { view, site, choices, wrong } = props;
  const { t } = view;
  const isPhone = useSignal(false);
  const scheme = useSignal<'light' | 'dark'>('light');
  const isOpen = useSignal(true);
  const isMissing = useSignal(false);
  const attributes = Object.fromEntries(
    Object.entries(chosenOf(usable(choices, wrong))).filter(([name]) => !OWN_PAGES.has(name)),
  );
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

/** They name what only the owner's own pages have. */
const OWN_PAGES = new Set([
  'strings',
  'abilities',
  'nonceUrl',
  'deleteUrl',
  'feedbackUrl',
  'hideOn',
  'history',
]);

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
