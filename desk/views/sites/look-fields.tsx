// Corners, density, type and single colours of a site's chat.

import type { Signal } from '@preact/signals';
import {
  DENSITIES,
  type LookFieldName,
  type LookFields,
  SCHEMES,
  SHOWN_COLORS,
  SIZES,
  usualColor,
} from '../../model/look-fields.ts';
import type { MessageKey } from '../../texts/messages.ts';
import type { View } from '../view.ts';

const LABELS: Readonly<Record<(typeof SHOWN_COLORS)[number] | 'radius' | 'size', MessageKey>> = {
  canvas: 'lookCanvas',
  tint: 'lookTint',
  ink: 'lookInk',
  muted: 'lookMuted',
  fill: 'lookFill',
  onFill: 'lookOnFill',
  radius: 'lookRadius',
  size: 'lookSize',
};
const WORDS: Readonly<Record<(typeof DENSITIES)[number], MessageKey>> = {
  compact: 'wordCompact',
  normal: 'wordNormal',
  roomy: 'wordRoomy',
};
const USUAL = { radius: 20, size: 16 } as const;

export function LookFieldset(props: {
  view: View;
  fields: Signal<LookFields>;
  wrong: readonly LookFieldName[];
}) {
  const { view, fields, wrong } = props;
  const t = view.t as (key: MessageKey) => string;
  const change = (name: LookFieldName, value: string): void => {
    fields.value = { ...fields.peek(), [name]: value };
  };
  /** @param own of a colour: Bellhop's. */
  const input = (
    name: LookFieldName,
    label: MessageKey,
    more: Readonly<Record<string, unknown>>,
    own?: string,
  ) => {
    const id = `look-${name}`;
    const isWrong = wrong.includes(name);
    const value = fields.value[name] ?? '';
    return (
      <div class="field" key={name}>
        <label for={id}>{t(label)}</label>
        <span class={own === undefined ? undefined : 'color'}>
          {own !== undefined && (
            <input
              type="color"
              aria-label={`${t(label)} …`}
              value={/^#[\da-f]{6}$/i.test(value) ? value : own}
              onInput={(event) => change(name, event.currentTarget.value)}
            />
          )}
          <input
            id={id}
            value={value}
            placeholder={own}
            aria-invalid={isWrong}
            aria-describedby={isWrong ? `${id}-wrong` : undefined}
            onInput={(event) => change(name, event.currentTarget.value)}
            {...more}
          />
        </span>
        {isWrong && (
          <p class="error" id={`${id}-wrong`}>
            {t('attrWrong')}
          </p>
        )}
      </div>
    );
  };
  const size = (name: 'radius' | 'size') => {
    const [min, max] = SIZES[name];
    return input(name, LABELS[name], { type: 'number', min, max, placeholder: USUAL[name] });
  };
  return (
    <>
      <div class="fields">
        {size('radius')}
        <div class="field">
          <label for="look-density">{t('lookDensity')}</label>
          <select
            id="look-density"
            value={fields.value.density ?? 'normal'}
            onChange={(event) => change('density', event.currentTarget.value)}
          >
            {DENSITIES.map((word) => (
              <option key={word} value={word}>
                {t(WORDS[word])}
              </option>
            ))}
          </select>
        </div>
        {input('font', 'lookFont', { dir: 'ltr', spellcheck: false, placeholder: 'system-ui' })}
        {size('size')}
      </div>
      {SCHEMES.map((scheme) => (
        <fieldset key={scheme} class="fields">
          <legend>
            <b>{t(scheme === 'light' ? 'lookLight' : 'lookDark')}</b>
          </legend>
          {SHOWN_COLORS.map((color) =>
            input(
              `${scheme}.${color}`,
              LABELS[color],
              {
                dir: 'ltr',
                spellcheck: false,
                autocapitalize: 'none',
              },
              usualColor(scheme, color),
            ),
          )}
        </fieldset>
      ))}
      <p class="quiet">{t('lookContrast')}</p>
    </>
  );
}
