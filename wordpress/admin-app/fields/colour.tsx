/** @jsxImportSource react */
// A colour: written as CSS does, or picked.

import { Button, ColorIndicator, ColorPicker, Dropdown, TextControl } from '@wordpress/components';
import { __ } from '@wordpress/i18n';
import { type ControlProps, idOf, SIZES } from './control.tsx';

export function ColourField({ field, value, help, isWrong, onType, onDone }: ControlProps) {
  const colour = String(value);
  return (
    <div className="bellhop-colour">
      <TextControl
        {...SIZES}
        id={idOf(field.name)}
        label={field.label}
        help={help}
        dir="ltr"
        spellCheck={false}
        aria-invalid={isWrong || undefined}
        value={colour}
        onChange={onType}
        onBlur={() => onDone()}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onDone();
        }}
      />
      <Dropdown
        popoverProps={{ placement: 'bottom-end' }}
        onClose={() => onDone()}
        renderToggle={({ isOpen, onToggle }) => (
          <Button
            variant="secondary"
            __next40pxDefaultSize
            aria-expanded={isOpen}
            aria-label={__('Choose a colour', 'bellhop')}
            onClick={onToggle}
          >
            <ColorIndicator colorValue={colour === '' ? '#005b5b' : colour} />
          </Button>
        )}
        renderContent={() => (
          <ColorPicker
            color={/^#[\da-f]{6}$/i.test(colour) ? colour : '#005b5b'}
            copyFormat="hex"
            onChange={onType}
          />
        )}
      />
    </div>
  );
}
