// What an app is told of where it stands: the panel's colours, type, language and room, by the standard's names.

import type { JsonObject } from '../protocol/index.ts';
import type { DisplayMode } from './host.ts';

/** The standard's variables by the panel's own. */
const COLORS: Readonly<Record<string, string>> = {
  'background-primary': 'raised',
  'background-secondary': 'sunken',
  'background-tertiary': 'tint',
  'background-inverse': 'ink',
  'background-disabled': 'sunken',
  'text-primary': 'ink',
  'text-secondary': 'muted',
  'text-tertiary': 'muted',
  'text-inverse': 'canvas',
  'text-info': 'accent',
  'text-danger': 'danger',
  'text-success': 'ok',
  'text-warning': 'warn',
  'text-disabled': 'muted',
  'border-primary': 'outline',
  'border-secondary': 'line',
  'border-tertiary': 'line',
  'border-danger': 'danger',
  'border-success': 'ok',
  'border-warning': 'warn',
  'ring-primary': 'accent',
};

const SIZES: JsonObject = {
  '--font-weight-normal': '400',
  '--font-weight-medium': '400',
  '--font-weight-semibold': '600',
  '--font-weight-bold': '600',
  '--font-text-xs-size': '12px',
  '--font-text-sm-size': '14px',
  '--font-text-md-size': '16px',
  '--font-text-lg-size': '18px',
  '--font-heading-xs-size': '14px',
  '--font-heading-sm-size': '16px',
  '--font-heading-md-size': '18px',
  '--font-heading-lg-size': '20px',
  '--border-radius-xs': '4px',
  '--border-radius-sm': '6px',
  '--border-radius-md': '10px',
  '--border-radius-lg': '16px',
  '--border-radius-xl': '20px',
  '--border-radius-full': '9999px',
  '--border-width-regular': '1px',
};

/** @param box the element in which the frame stands. */
export function hostContext(
  box: HTMLElement,
  {
    tool,
    lang,
    mode,
    maxHeight,
  }: Record<'lang', string> & {
    tool: JsonObject;
    mode: DisplayMode;
    maxHeight: number;
  },
): JsonObject {
  const style = getComputedStyle(box);
  const variables: JsonObject = { ...SIZES, '--font-sans': style.fontFamily };
  for (const [name, own] of Object.entries(COLORS)) {
    const value = style.getPropertyValue(`--b-${own}`).trim();
    if (value !== '') variables[`--color-${name}`] = value;
  }
  const is = (query: string): boolean => globalThis.matchMedia?.(query).matches === true;
  const touch = is('(pointer:coarse)');
  const { clientWidth: width, clientHeight: height } = box;
  const size: JsonObject = mode === 'fullscreen' ? { width, height } : { width, maxHeight };
  return {
    theme: style.colorScheme.includes('dark') ? 'dark' : 'light',
    styles: { variables },
    displayMode: mode,
    availableDisplayModes: ['inline', 'fullscreen'],
    containerDimensions: size,
    locale: lang,
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    userAgent: 'Bellhop',
    platform: touch && is('(max-width:480px)') ? 'mobile' : 'web',
    deviceCapabilities: { touch, hover: is('(hover:hover)') },
    safeAreaInsets: { top: 0, right: 0, bottom: 0, left: 0 },
    toolInfo: { tool },
  };
}
