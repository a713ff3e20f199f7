// Warnings and errors of the log as sentences for a person at a terminal: what happened, and what to do where there is something.
// They are made of a line's own fields, so that they hold no more than the line does.

import type { LogFields } from './log-fields.ts';

type Sentence = (fields: LogFields) => string;

const SENTENCES: Readonly<Record<string, Sentence>> = {
  provider_failed: ofProvider,
  run_failed: ({ outcome }) => `An answer failed (${outcome}); its visitor was told so.`,
  answer_cut: ({ characters }) =>
    `An agent said more than one message holds (${characters} characters); the rest was cut off.`,
  app_left_out: ({ server, resource, why }) =>
    `The app ${resource} of the tool server ${server} wasn’t shown (${why}); its text was.`,
  database_unavailable: ({ where, causes, error }) =>
    `The database did not answer a ${where} (${causes ?? error}).`,
  bus_deaf: ({ advice }) =>
    `This gateway does not hear the others any more.${advice === undefined ? '' : ` ${advice}`}`,
  bus_away: () =>
    'The line to the other gateways is broken; until it is back this one looks into the database.',
  limits_alone: ({ store }) =>
    `Limits can’t be counted for all gateways together (${store} does not answer), so each counts alone.`,
  desk_sign_in_failed: ({ fault, error }) =>
    `A sign-in to the desk failed at the identity provider (${kindIn(fault, error)}).`,
  embedding_failed: ({ status, kind }) =>
    `Passages got no embeddings (${kindIn(status, kind)}); they are tried again.`,
  question_not_embedded: ({ status, kind }) =>
    `A question got no embedding (${kindIn(status, kind)}), so knowledge was searched by its words alone.`,
  collection_not_indexed: ({ reason }) =>
    `A collection can’t be searched: ${reason}. Divide its documents among several.`,
  mail_failed: ({ status }) =>
    status === 0
      ? 'The mail server can’t be reached; mails are tried again. Check BELLHOP_SMTP_URL.'
      : `The mail server refused a mail (${status}); it is tried again.`,
  internal_error: ({ where, error, causes }) =>
    `A ${where} failed by a fault of the gateway’s or an agent’s own (${kindIn(error, causes)}).`,
};

/** @returns null for an event that has no sentence */
export function sentenceOf(event: string, fields: LogFields): string | null {
  return SENTENCES[event]?.(fields) ?? null;
}

function ofProvider({ provider, model, status, kind, outcome }: LogFields): string {
  const why = kindIn(status, kind ?? outcome);
  if (status === 401 || status === 403) {
    return `The provider ${provider} refused the key (${why}). Check ${String(provider).toUpperCase()}_API_KEY.`;
  }
  if (status === 404) return `The provider ${provider} has no model ${model} (${why}).`;
  if (status === 429) {
    return `The provider ${provider} takes no more for now (${why}): a limit is reached, or its credit is used up.`;
  }
  if (status === null || status === undefined) {
    return `The provider ${provider} gave no whole answer (${why}).`;
  }
  return `The provider ${provider} failed (${why}).`;
}

function kindIn(...words: LogFields[string][]): string {
  return words.filter((word) => word !== null && word !== undefined).join(' ');
}
