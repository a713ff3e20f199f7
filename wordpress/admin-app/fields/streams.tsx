/** @jsxImportSource react */
// How answers arrive: asked for every few seconds, or at once for so many open chats at a time. 0 is the first.

import { RadioControl, TextControl } from '@wordpress/components';
import { type ControlProps, idOf, SIZES } from './control.tsx';

const USUAL = 3;

export function StreamsField({ field, value, help, isWrong, onType, onDone }: ControlProps) {
  const isOn = value !== 0;
  const type = (text: string) => onType(/^\d+$/.test(text) ? Number(text) : text);
  return (
    <>
      <RadioControl
        label={field.label}
        help={isOn ? undefined : help}
        selected={isOn ? '1' : '0'}
        options={field.options ?? []}
        onChange={(choice) => onDone(choice === '0' ? 0 : USUAL)}
      />
      {isOn && (
        <TextControl
          {...SIZES}
          id={idOf(field.name)}
          label={field.count}
          help={help}
          type="number"
          className="bellhop-short"
          min={1}
          max={field.max ?? 1}
          aria-invalid={isWrong || undefined}
          value={String(value)}
          onChange={type}
          onBlur={() => onDone()}
          onKeyDown={(event) => {
            if (event.key === 'Enter') onDone();
          }}
        />
      )}
    </>
  );
}
