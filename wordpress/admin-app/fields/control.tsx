/** @jsxImportSource react */
// One field of the table as a component of WordPress. What is chosen is stored at once; what is typed, when the field is left or
// Enter is pressed.

import {
  CheckboxControl,
  RadioControl,
  TextareaControl,
  TextControl,
  ToggleControl,
} from '@wordpress/components';
import type { KeyboardEvent, ReactNode } from 'react';
import type { Field, Value } from '../page.ts';
import { ColourField } from './colour.tsx';
import { HoursField } from './hours.tsx';
import { StreamsField } from './streams.tsx';

export interface ControlProps {
  field: Field;
  value: Value;
  /** Help, and what is wrong: read out with the field. */
  help: ReactNode;
  isWrong: boolean;
  onType(value: Value): void;
  /** Stores it: `value`, or what was typed. */
  onDone(value?: Value): void;
}

/** The sizes that newer WordPress wants; without them it complains in its console. */
export const SIZES = { __next40pxDefaultSize: true, __nextHasNoMarginBottom: true } as const;

export function idOf(name: string): string {
  return `bellhop-${name.replaceAll('_', '-')}`;
}

export function Control(props: ControlProps) {
  const { field, value, help, isWrong, onType, onDone } = props;
  // Only some of WordPress's components name their label by an id that they are given: these go without.
  const common = { ...SIZES, label: field.label, help };
  const id = idOf(field.name);
  const typed = {
    'aria-invalid': isWrong || undefined,
    dir: field.dir ?? 'auto',
    onBlur: () => onDone(),
  };
  const enter = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onDone();
  };
  switch (field.type) {
    case 'toggle':
      return <ToggleControl {...common} checked={value === true} onChange={onDone} />;
    case 'radio':
      return (
        <RadioControl
          label={field.label}
          help={help}
          selected={String(value)}
          options={field.options ?? []}
          onChange={onDone}
        />
      );
    case 'checkboxes':
      return <Checkboxes {...props} />;
    case 'hours':
      return <HoursField {...props} />;
    case 'streams':
      return <StreamsField {...props} />;
    case 'colour':
      return <ColourField {...props} />;
    case 'textarea':
      return (
        <TextareaControl
          {...common}
          {...typed}
          rows={field.rows ?? 3}
          value={String(value)}
          onChange={onType}
        />
      );
    case 'lines':
      return (
        <TextareaControl
          {...common}
          {...typed}
          rows={Math.max(3, (value as string[]).length + 1)}
          value={(value as string[]).join('\n')}
          onChange={(text) => onType(text.split('\n'))}
          onBlur={() => onDone((value as string[]).map((line) => line.trim()).filter(Boolean))}
        />
      );
    case 'number':
      return (
        <TextControl
          {...common}
          id={id}
          {...typed}
          type="number"
          min={0}
          className="bellhop-short"
          value={String(value)}
          onChange={(text) => onType(/^\d+$/.test(text) ? Number(text) : text)}
          onKeyDown={enter}
        />
      );
    default:
      return (
        <TextControl
          {...common}
          id={id}
          {...typed}
          className={field.short ? 'bellhop-short' : ''}
          type={field.type === 'url' ? 'url' : 'text'}
          dir={field.type === 'url' ? 'ltr' : typed.dir}
          value={String(value)}
          onChange={onType}
          onKeyDown={enter}
        />
      );
  }
}

function Checkboxes({ field, value, help, onDone }: ControlProps) {
  const chosen = value as string[];
  const options = field.options ?? [];
  return (
    <fieldset className="bellhop-set" aria-describedby={`${idOf(field.name)}-help`}>
      <legend>{field.label}</legend>
      {options.map((option) => (
        <CheckboxControl
          key={option.value}
          __nextHasNoMarginBottom
          label={option.label}
          help={
            field.names ? (
              <>
                {option.help} <code>{option.value}</code>
              </>
            ) : (
              option.help || undefined
            )
          }
          checked={chosen.includes(option.value)}
          onChange={(isOn) =>
            onDone(
              isOn ? [...chosen, option.value] : chosen.filter((name) => name !== option.value),
            )
          }
        />
      ))}
      <p id={`${idOf(field.name)}-help`} className="bellhop-help">
        {help}
      </p>
    </fieldset>
  );
}
