// The fields of some attributes, each as its kind wants it. An attribute without words for its label doesn't compile.

import type { Signal } from '@preact/signals';
import { type AskedName, type Choices, fallbackOf, kindOf, wordsOf } from '../../model/snippet.ts';
import type { MessageKey } from '../../texts/messages.ts';
import type { View } from '../view.ts';

type Name = AskedName;

const LABELS: Readonly<Record<Name, MessageKey>> = {
  name: 'attrName',
  nudge: 'attrNudge',
  feedback: 'attrFeedback',
  feedbackUrl: 'attrFeedbackUrl',
  voice: 'attrVoice',
  debug: 'attrDebug',
  title: 'attrTitle',
  color: 'attrColor',
  theme: 'attrTheme',
  position: 'attrPosition',
  offset: 'attrOffset',
  launcher: 'attrLauncher',
  avatar: 'attrAvatar',
  target: 'attrTarget',
  lang: 'language',
  greeting: 'attrGreeting',
  prompts: 'attrPrompts',
  strings: 'attrStrings',
  history: 'attrHistory',
  thinking: 'attrThinking',
  attachments: 'attrAttachments',
  sound: 'attrSound',
  transport: 'attrTransport',
  hideOn: 'attrHideOn',
  contact: 'attrContact',
  privacy: 'attrPrivacy',
  consent: 'attrConsent',
  deleteUrl: 'attrDeleteUrl',
  images: 'attrImages',
  tools: 'attrTools',
  publishTools: 'attrPublishTools',
  cards: 'attrCards',
  abilities: 'attrAbilities',
  loginNonceUrl: 'attrNonceUrl',
};
const HINTS: Readonly<Partial<Record<Name, MessageKey>>> = {
  launcher: 'attrLauncherHint',
  target: 'attrTargetHint',
  lang: 'attrLangHint',
  prompts: 'attrPromptsHint',
  contact: 'attrContactHint',
  hideOn: 'attrHideOnHint',
  images: 'attrImagesHint',
  tools: 'attrToolsHint',
  publishTools: 'attrPublishToolsHint',
  cards: 'attrCardsHint',
  deleteUrl: 'attrDeleteUrlHint',
  name: 'attrNameHint',
  nudge: 'attrNudgeHint',
  feedback: 'attrFeedbackHint',
  feedbackUrl: 'attrFeedbackUrlHint',
  voice: 'attrVoiceHint',
  debug: 'attrDebugHint',
};

export function AttributeFields(props: {
  view: View;
  names: readonly AskedName[];
  choices: Signal<Choices>;
  wrong: readonly string[];
}) {
  const { view, names, choices, wrong } = props;
  return (
    <div class="fields">
      {names.map((name) => (
        <AttributeField
          key={name}
          view={view}
          name={name}
          value={choices.value[name] ?? ''}
          isWrong={wrong.includes(name)}
          onChange={(value) => {
            choices.value = { ...choices.peek(), [name]: value };
          }}
        />
      ))}
    </div>
  );
}

interface FieldProps {
  view: View;
  name: Name;
  value: string;
  isWrong: boolean;
  onChange: (value: string) => void;
}

function AttributeField(props: FieldProps) {
  const { view, name, isWrong } = props;
  const t = view.t as (key: MessageKey) => string;
  const label = LABELS[name];
  const hint = HINTS[name];
  const id = `attribute-${name}`;
  return (
    <div class="field">
      <label for={id}>{t(label)}</label>
      <Control {...props} id={id} />
      {hint !== undefined && <p class="hint">{t(hint)}</p>}
      {isWrong && (
        <p class="error" id={`${id}-wrong`}>
          {t('attrWrong')}
        </p>
      )}
    </div>
  );
}

function Control({ view, id, name, value, isWrong, onChange }: FieldProps & { id: string }) {
  const { t } = view;
  const shared = {
    id,
    'aria-invalid': isWrong,
    'aria-describedby': isWrong ? `${id}-wrong` : undefined,
  };
  const fallback = fallbackOf(name);
  switch (kindOf(name)) {
    case 'switch':
      return (
        <select
          {...shared}
          value={value || fallback}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          <option value="on">{t('switchedOn')}</option>
          <option value="off">{t('switchedOffShort')}</option>
        </select>
      );
    case 'choice':
      return (
        <select
          {...shared}
          value={value || fallback}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          {wordsOf(name).map((word) => {
            const label = WORDS[word];
            return (
              <option key={word} value={word}>
                {label === undefined ? word : (t as (key: MessageKey) => string)(label)}
              </option>
            );
          })}
        </select>
      );
    case 'long':
      return (
        <textarea
          {...shared}
          rows={2}
          dir="auto"
          value={value}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'color':
      return (
        <span class="color">
          <input
            type="color"
            aria-label={`${t('attrColor')} …`}
            value={/^#[\da-f]{6}$/i.test(value) ? value : '#005b5b'}
            onInput={(event) => onChange(event.currentTarget.value)}
          />
          <input
            {...shared}
            dir="ltr"
            spellcheck={false}
            placeholder="#005b5b"
            value={value}
            onInput={(event) => onChange(event.currentTarget.value)}
          />
        </span>
      );
    case 'text':
      return (
        <input
          {...shared}
          dir="auto"
          autocapitalize="none"
          placeholder={fallback}
          value={value}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
}

/** Of attributes that take one of a few words. */
const WORDS: Readonly<Record<string, MessageKey>> = {
  auto: 'wordAuto',
  light: 'wordLight',
  dark: 'wordDark',
  right: 'wordRight',
  left: 'wordLeft',
  stream: 'wordStream',
  poll: 'wordPoll',
  local: 'wordLocal',
  session: 'wordSession',
  none: 'wordNone',
};
