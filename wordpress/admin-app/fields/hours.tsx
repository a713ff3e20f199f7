/** @jsxImportSource react */
// Opening hours: a text for each day of the week.

import { TextControl } from '@wordpress/components';
import { type ControlProps, idOf, SIZES } from './control.tsx';

export function HoursField({ field, value, help, isWrong, onType, onDone }: ControlProps) {
  const hours = value as string[];
  const at = (day: number) => hours[day] ?? '';
  const type = (day: number, text: string) =>
    onType([0, 1, 2, 3, 4, 5, 6].map((other) => (other === day ? text : at(other))));
  const id = idOf(field.name);
  return (
    <fieldset className="bellhop-set bellhop-hours" aria-describedby={`${id}-help`}>
      <legend>{field.label}</legend>
      {(field.days ?? []).map(([day, name]) => (
        <TextControl
          {...SIZES}
          key={day}
          id={`${id}-${day}`}
          label={name}
          dir="ltr"
          placeholder={field.placeholder ?? ''}
          aria-invalid={isWrong || undefined}
          value={at(day)}
          onChange={(text) => type(day, text)}
          onBlur={() => onDone()}
          onKeyDown={(event) => {
            if (event.key === 'Enter') onDone();
          }}
        />
      ))}
      <p id={`${id}-help`} className="bellhop-help">
        {help}
      </p>
    </fieldset>
  );
}
