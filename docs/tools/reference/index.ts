// The reference pages by name. Each is written from the sources whenever the site is made, so none can be old.

import { everyExport } from './every-export.ts';
import { errors, openapi } from './gateway.ts';
import { client, events, headless, hooks, javascript, server, testing } from './javascript.ts';
import { strings, styling } from './looks.ts';

export const WRITERS: Readonly<Record<string, () => string | Promise<string>>> = {
  javascript,
  events,
  hooks,
  strings,
  styling,
  client,
  server,
  headless,
  testing,
  exports: everyExport,
  openapi,
  errors,
};
