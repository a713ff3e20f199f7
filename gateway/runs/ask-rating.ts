// “How did this go?”: asked once, when a conversation is done, where its site's owner wants it and its page offers forms.

import { z } from 'zod';
import { readRows } from '../kernel/db/rows.ts';
import type { Queryable } from '../kernel/db/types.ts';
import type { Ids } from '../kernel/ids.ts';
import type { SessionWrite } from '../log/session-log.ts';
import { beginAsking, RATING_VALUES, type RatingValue, storeRating } from '../ratings/ratings.ts';
import { isRecord, type ToolDefinition } from '../wire.ts';
import { askByForm } from './own-question.ts';
import { canAskByForm } from './request-human.ts';
import { LINE_LANGUAGES, type LineLanguage, lineLanguage, linesIn } from './visitor-lines.ts';

/** By which an agent says that the conversation is done. */
export const CLOSE_CONVERSATION = 'close_conversation';

export const CLOSE_CONVERSATION_TOOL: ToolDefinition = {
  name: CLOSE_CONVERSATION,
  description:
    'Marks this conversation as done; the chat may then ask the visitor how it went. Call it once the visitor has said that nothing else is needed, or has said goodbye, and never before. What the visitor writes later opens the conversation again.',
  input_schema: { type: 'object', properties: {} },
};

/** Its result, as the agent reads it. */
export const CLOSED_RESULT =
  'The conversation is marked as done. Say goodbye in a sentence, if you haven’t yet, and ask nothing.';

const MAX_COMMENT = 2000;

/** Within the write by which the conversation is done. Nothing is asked while a run has the session or waits for the page. */
export async function askRating(write: SessionWrite, ids: Ids): Promise<void> {
  const { tx, session } = write;
  if (session.is_trial || session.closed_at === null) return;
  if (session.run_id !== null || session.paused_run_id !== null) return;
  if (!canAskByForm(session.client_tools) || !(await beginAsking(write))) return;
  const { language, origin } = await visitorOf(tx, session);
  await askByForm(write, ids, { kind: 'rating', input: questionIn(language), origin });
}

export function questionIn(language: LineLanguage) {
  const lines = linesIn(language);
  return {
    title: lines.howWasIt,
    fields: [
      {
        name: 'rating',
        label: lines.howWasIt,
        type: 'choice',
        required: true,
        options: RATING_VALUES.map((value) => lines[value]),
      },
      { name: 'comment', label: lines.comment, type: 'text' },
    ],
  };
}

/** What the visitor has filled in, stored. Within the write that stores the answer. */
export async function takeRating(
  write: SessionWrite,
  values: Record<string, unknown> | null,
): Promise<void> {
  const { rating, comment } = values ?? {};
  const value = ratingIn(rating);
  if (value === undefined) return;
  const text = typeof comment === 'string' ? comment.replaceAll('\0', '').trim() : '';
  await storeRating(write, { value, comment: text.slice(0, MAX_COMMENT) || null });
}

/** The words of an answer in whichever language the question was: they are never another answer's in another one. */
function ratingIn(words: unknown): RatingValue | undefined {
  return RATING_VALUES.find((value) =>
    LINE_LANGUAGES.some((language) => linesIn(language)[value] === words),
  );
}

const visitorRow = z.object({ origin: z.string().nullable(), settings: z.string().nullable() });

/**
 * In which language the gateway speaks to the visitor, and from where they have written last.
 * @param sent JSON: the Origin of what they are writing in this very write, which can't be read yet
 */
export async function visitorOf(
  tx: Queryable,
  session: Pick<SessionWrite['session'], 'session_id' | 'client_id'>,
  sent: string | null = null,
): Promise<{ language: LineLanguage; origin: string }> {
  const [row] = await readRows(
    tx,
    visitorRow,
    `SELECT (SELECT e.origin FROM events e WHERE e.session_id = $1 AND e.type = 'user.message' AND e.origin IS NOT NULL
              ORDER BY e.seq DESC LIMIT 1) AS origin,
            (SELECT settings FROM public_sites WHERE client_id = $2) AS settings`,
    [session.session_id, session.client_id],
  );
  const origin = sent ?? row?.origin ?? '{}';
  const wordIn = (json: string | null | undefined, name: string): string | null => {
    const given: unknown = JSON.parse(json ?? '{}');
    const word = isRecord(given) ? given[name] : null;
    return typeof word === 'string' ? word : null;
  };
  const wanted = [wordIn(row?.settings, 'lang'), wordIn(origin, 'language')];
  return { language: lineLanguage(wanted), origin };
}
