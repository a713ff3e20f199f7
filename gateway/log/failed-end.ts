// Whether a conversation ended without an answer, as the database sees it.

interface Span {
  /** SQL: of the conversation. */
  sessionId: string;
  /** Parameters' places: from when until before when, in Unix milliseconds. */
  from: string;
  to: string;
}

/** SQL: whether the last run that ended in a time has failed, so that the visitor's newest message had no answer then. */
export const endsInFailure = ({ sessionId, from, to }: Span): string =>
  `COALESCE((SELECT ended.type = 'session.error' FROM events ended
     WHERE ended.session_id = ${sessionId} AND ended.type IN ('session.status_idle', 'session.error')
       AND ended.created_at >= ${from} AND ended.created_at < ${to} ORDER BY ended.seq DESC LIMIT 1), false)`;
