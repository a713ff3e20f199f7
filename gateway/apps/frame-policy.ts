// What an app may do in a browser, as the headers of its frame say it. Pure.

import type { AppTerms } from '../agents/tool-servers/app-resource.ts';

/** Of HTML that a page's own tool gives: nothing from anywhere. */
export const NO_TERMS: AppTerms = {
  policy: { connect: [], resource: [], frame: [], base: [] },
  permissions: {},
  border: null,
};

/** By the names of the standard. */
const FEATURES = [
  ['camera', 'camera'],
  ['microphone', 'microphone'],
  ['geolocation', 'geolocation'],
  ['clipboardWrite', 'clipboard-write'],
] as const;

/**
 * The outer page has no origin, whatever host it comes from, so that no app shares anything with another one, with the page or with the
 * gateway. The inner frame is made of a text, and inherits all of this.
 */
export function contentPolicy({ policy }: AppTerms): string {
  const resource = policy.resource.join(' ');
  return [
    'sandbox allow-scripts allow-forms',
    "default-src 'none'",
    // A script of a data address is as little of anybody else's as one in the page.
    list("script-src 'unsafe-inline' 'wasm-unsafe-eval' blob: data:", resource),
    list("style-src 'unsafe-inline'", resource),
    list('img-src data: blob:', resource),
    list('font-src data:', resource),
    list('media-src data: blob:', resource),
    list('worker-src blob: data:', resource),
    list('connect-src', policy.connect.join(' ') || "'none'"),
    list('frame-src', policy.frame.join(' ') || "'none'"),
    list('base-uri', policy.base.join(' ') || "'none'"),
    "object-src 'none'",
    "form-action 'none'",
  ].join('; ');
}

/**
 * The same hosts for every way out of the browser, also those that no content policy knows, such as WebRTC. Chromium ends the process of
 * a frame that tries one of those, so this is for frames that have a host, and with it a process, of their own.
 */
export function connectionAllowlist({ policy }: AppTerms): string {
  const { connect, resource, frame, base } = policy;
  return `(${[...new Set([...connect, ...resource, ...frame, ...base])].map((source) => `"${source}"`).join(' ')})`;
}

export function permissionsPolicy({ permissions }: AppTerms): string {
  const off = FEATURES.filter(([name]) => permissions[name] !== true);
  return [...off.map(([, feature]) => `${feature}=()`), 'payment=()', 'usb=()'].join(', ');
}

/** For the inner frame's `allow`. */
export function allowOf({ permissions }: AppTerms): string {
  return FEATURES.flatMap(([name, feature]) => (permissions[name] === true ? [feature] : [])).join(
    '; ',
  );
}

const list = (name: string, sources: string) => (sources === '' ? name : `${name} ${sources}`);
