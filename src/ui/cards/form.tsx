// A form in the thread. What is typed stays in this component until it is sent, and nowhere else: it is neither a draft
// nor stored, and it goes with the page.

import { useId, useRef, useState } from 'preact/hooks';
import { cleanLine } from '../../content/text.ts';
import type { ToolQuestion } from '../../tools/types.ts';
import type { ChatModel } from '../model/types.ts';
import { useAim } from '../parts/use-aim.ts';
import { checkField, type Fault, MAX_VALUE_CHARS, toValue } from './check-field.ts';
import { Frame } from './frame.tsx';
import type { Card, FormField } from './read-card.ts';
import type { Word } from './words.ts';

type Values = Readonly<Record<string, string>>;
type Faults = Readonly<Record<string, Fault>>;
type Control = HTMLInputElement | HTMLSelectElement;

const INPUT_TYPES = {
  text: 'text',
  email: 'email',
  phone: 'tel',
  number: 'number',
  date: 'date',
} as const;
/** What browsers may offer to fill in, by the field's name; e-mail and phone go by their type. */
const PURPOSES: readonly (readonly [RegExp, string])[] = [
  [/^(full_?)?name$/i, 'name'],
  [/^(first|given)_?name$/i, 'given-name'],
  [/^(last|family)_?name|surname$/i, 'family-name'],
  [/^company|organi[sz]ation$/i, 'organization'],
  [/^street|address(_?line_?1)?$/i, 'street-address'],
  [/^city|town$/i, 'address-level2'],
  [/^(post(al)?_?code|zip(_?code)?)$/i, 'postal-code'],
  [/^country$/i, 'country-name'],
];

export function Form(props: {
  chat: ChatModel;
  card: Extract<Card, { kind: 'form' }>;
  question: ToolQuestion;
  word: Word;
}) {
  const { chat, card, question, word } = props;
  const { t } = chat.words.value;
  const [values, setValues] = useState<Values>({});
  const [faults, setFaults] = useState<Faults>({});
  const [isTried, setTried] = useState(false);
  const [isAnswered, setAnswered] = useState(false);
  const buttons = useRef<HTMLDivElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const aim = useAim(chat, buttons);
  const id = useId();
  const valueIn = (name: string): string => values[name] ?? '';
  const controlOf = (field: FormField): Control | undefined =>
    form.current?.querySelectorAll<Control>('[data-field]')[card.fields.indexOf(field)];
  const faultOf = (field: FormField, value: string): Fault | null =>
    checkField(field, value, controlOf(field)?.validity.badInput);

  const change = (field: FormField, value: string) => {
    setValues({ ...values, [field.name]: value });
    // A fault that was shown goes as soon as it no longer holds; another waits until the field is left, or the form sent.
    const shown = faults[field.name];
    if (shown && faultOf(field, value)?.word !== shown.word) {
      const { [field.name]: _, ...rest } = faults;
      setFaults(rest);
    }
  };
  /** Once the form was sent in vain, a field that is left says what is wrong with it by now. */
  const leave = (field: FormField, to: EventTarget | null) => {
    // Not on the way to a button, which would move away from under the pointer: that one looks at all of them.
    if (!isTried || buttons.current?.contains(to as Node | null)) return;
    const fault = faultOf(field, valueIn(field.name));
    if (fault !== null) setFaults({ ...faults, [field.name]: fault });
  };
  const isCounted = (event: MouseEvent): boolean =>
    !isAnswered && chat.steps.isOwnHand(event) && aim.isMeant(event);
  const send = (event: MouseEvent) => {
    event.preventDefault();
    if (!isCounted(event)) {
      // Enter in a field presses a button that may be out of sight: go there, so that the next press is meant for it.
      const isOfKeys = event.detail === 0 && chat.steps.isOwnHand(event);
      if (isOfKeys && !isAnswered) (event.currentTarget as HTMLElement).focus();
      return;
    }
    const found = Object.fromEntries(
      card.fields.flatMap((field): [string, Fault][] => {
        const fault = faultOf(field, valueIn(field.name));
        return fault === null ? [] : [[field.name, fault]];
      }),
    );
    setFaults(found);
    setTried(true);
    const first = card.fields.find(({ name }) => Object.hasOwn(found, name));
    if (first) {
      controlOf(first)?.focus();
      return;
    }
    setAnswered(true);
    const entries = card.fields.flatMap((field) => {
      const value = toValue(field, valueIn(field.name));
      return value === undefined ? [] : [[field.name, value] as const];
    });
    chat.ports.actions.answerTool(
      question.toolUseId,
      question.binding,
      Object.fromEntries(entries),
    );
  };
  const skip = (event: MouseEvent) => {
    if (!isCounted(event)) return;
    setAnswered(true);
    chat.ports.actions.answerTool(question.toolUseId, question.binding, 'no');
  };
  const isDisabled = isAnswered || !aim.isArmed ? 'true' : undefined;
  return (
    <Frame chat={chat} title={card.title} note={card.text}>
      <form
        ref={form}
        class="form"
        noValidate
        autocomplete="on"
        onSubmit={(event) => event.preventDefault()}
      >
        {card.fields.map((field, index) => (
          <Field
            key={field.name}
            id={`${id}-${index}`}
            title={card.title}
            field={field}
            value={valueIn(field.name)}
            fault={faults[field.name]}
            word={word}
            onChange={(value) => change(field, value)}
            onLeave={(to) => leave(field, to)}
          />
        ))}
        <p class="question-text muted">{word('formNote')}</p>
        <div ref={buttons} class="choices">
          <button
            type="submit"
            class="button filled"
            dir="auto"
            aria-disabled={isDisabled}
            onClick={send}
          >
            {card.send || t('send')}
          </button>
          <button type="button" class="button plain" aria-disabled={isDisabled} onClick={skip}>
            {word('skip')}
          </button>
        </div>
      </form>
    </Frame>
  );
}

function Field(props: {
  id: string;
  /** The form's own: a field with the same words doesn't repeat them. */
  title: string;
  field: FormField;
  value: string;
  fault: Fault | undefined;
  word: Word;
  onChange: (value: string) => void;
  onLeave: (to: EventTarget | null) => void;
}) {
  const { id, title, field, value, fault, word, onChange, onLeave } = props;
  const { type, label, isRequired } = field;
  const shared = {
    id,
    'data-field': '',
    'aria-invalid': fault ? ('true' as const) : undefined,
    'aria-describedby': fault ? `${id}-fault` : undefined,
    'aria-required': isRequired ? ('true' as const) : undefined,
    onBlur: ({ relatedTarget }: FocusEvent) => onLeave(relatedTarget),
  };
  const { 'aria-required': _, ...first } = shared;
  const says = fault && (
    <p class="fault" id={`${id}-fault`}>
      {word(fault.word, fault.n === undefined ? {} : { n: String(fault.n) })}
    </p>
  );
  const mark = !isRequired && type !== 'consent' && (
    <span class="muted"> ({word('optional')})</span>
  );
  if (type === 'consent') {
    return (
      <div class="field">
        <label class="tick" dir="auto">
          <input
            type="checkbox"
            {...shared}
            checked={value === 'on'}
            onChange={({ currentTarget }) => onChange(currentTarget.checked ? 'on' : '')}
          />
          <span>{label}</span>
        </label>
        {says}
      </div>
    );
  }
  // What nobody has to choose stays a list: it can be left empty again.
  if (type === 'choice' && isRequired && isShort(field.options)) {
    return (
      <fieldset class="field" aria-describedby={shared['aria-describedby']}>
        <legend class={label === title ? 'hidden' : undefined} dir="auto">
          {label === title ? word('yourAnswer') : label}
        </legend>
        <div class="ticks">
          {field.options.map((option, index) => (
            <label key={option} class="tick" dir="auto">
              <input
                type="radio"
                name={id}
                {...(index === 0 ? first : {})}
                required
                checked={value === option}
                onChange={() => onChange(option)}
              />
              <span>{cleanLine(option)}</span>
            </label>
          ))}
        </div>
        {says}
      </fieldset>
    );
  }
  return (
    <div class="field">
      <label for={id} dir="auto">
        {label}
        {mark}
      </label>
      {type === 'choice' ? (
        <select
          {...shared}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        >
          <option value="">{word('choose')} …</option>
          {field.options.map((option) => (
            <option key={option} value={option}>
              {cleanLine(option)}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...shared}
          // One of several types: what each allows beside it is the same here.
          type={INPUT_TYPES[type] as 'text'}
          dir={type === 'text' ? 'auto' : undefined}
          step={type === 'number' ? 'any' : undefined}
          min={type === 'number' ? (field.min ?? undefined) : undefined}
          max={type === 'number' ? (field.max ?? undefined) : undefined}
          // A little more, so that a text that is pasted and too long says so, and isn't cut without a word.
          maxLength={MAX_VALUE_CHARS * 4}
          autocomplete={purposeOf(field)}
          value={value}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
      {says}
    </div>
  );
}

const MAX_CHIPS = 5;
const MAX_CHIP_CHARS = 24;

/** A few short answers stand side by side, to press; others are a list that opens. */
const isShort = (options: readonly string[]): boolean =>
  options.length <= MAX_CHIPS && options.every(({ length }) => length <= MAX_CHIP_CHARS);

function purposeOf({ type, name }: FormField): string {
  if (type === 'email') return 'email';
  if (type === 'phone') return 'tel';
  return PURPOSES.find(([pattern]) => type === 'text' && pattern.test(name))?.[1] ?? 'off';
}
