// One single field of an agent's record, drawn by what it takes.

import type { AgentSettings } from '../../model/agent-fields.ts';
import { type AgentField, FIELDS, type FieldName } from '../../model/agent-fields.ts';
import { Field } from '../parts.tsx';
import type { View } from '../view.ts';

const MAX_LINE = 200;
const MAX_WORDS = 2000;

const LABELS = {
  provider: 'provider',
  model: 'model',
  effort: 'effort',
  window: 'contextWindow',
  context: 'contextOfPage',
  files: 'filesOfVisitors',
  output: 'limitOutput',
  turns: 'limitTurns',
  credits: 'limitCredits',
  reached: 'limitWords',
} as const satisfies Record<FieldName, string>;

const HINTS = { files: 'filesHint', reached: 'limitWordsHint' } as const;

/** What a choice's values are called; those of providers are names. */
const VALUES = {
  low: 'effortLow',
  medium: 'effortMedium',
  high: 'effortHigh',
  quote: 'contextQuote',
  refuse: 'contextRefuse',
  none: 'none',
  image: 'filesImages',
  pdf: 'filesPdfs',
  'image pdf': 'filesBoth',
} as const;
const NAMES: Readonly<Record<string, string>> = { anthropic: 'Anthropic', openai: 'OpenAI' };

interface Props {
  view: View;
  name: FieldName;
  settings: AgentSettings;
  /** What stands where nothing is said. */
  empty: 'gatewaysOwn' | 'noLimit' | 'none' | 'filesByName';
}

export function SettingField({ view, name, settings, empty }: Props) {
  const { t } = view;
  const field: AgentField = FIELDS[name];
  const value = field.read(settings);
  const hint = name in HINTS ? t(HINTS[name as keyof typeof HINTS]) : undefined;
  const common = {
    id: name,
    name,
    ...(hint === undefined ? {} : { 'aria-describedby': `${name}-hint` }),
  };
  return (
    <Field id={name} label={t(LABELS[name])} {...(hint === undefined ? {} : { hint })}>
      <Control view={view} field={field} value={value} empty={t(empty)} common={common} />
    </Field>
  );
}

function Control(props: {
  view: View;
  field: AgentField;
  value: string;
  empty: string;
  common: { id: string; name: string; 'aria-describedby'?: string };
}) {
  const { view, field, value, empty, common } = props;
  const { t } = view;
  switch (field.kind) {
    case 'choice':
      return (
        <select {...common}>
          <option value="">{empty}</option>
          {field.values
            // Where nothing said means none, there is no second word for it.
            ?.filter((one) => one !== 'none' || empty !== t('none'))
            .map((one) => (
              <option key={one} value={one} selected={one === value}>
                {NAMES[one] ?? t(VALUES[one as keyof typeof VALUES])}
              </option>
            ))}
        </select>
      );
    case 'words':
      return (
        <textarea {...common} rows={2} maxLength={MAX_WORDS} dir="auto" defaultValue={value} />
      );
    case 'number':
      return (
        <input
          {...common}
          type="number"
          min="0"
          step={field.isFraction === true ? 'any' : '1'}
          placeholder={empty}
          defaultValue={value}
        />
      );
    case 'line':
      return (
        <input
          {...common}
          maxLength={MAX_LINE}
          autocapitalize="none"
          placeholder={empty}
          defaultValue={value}
        />
      );
  }
}
