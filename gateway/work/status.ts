// What a conversation's state means for the team's work. Nothing of it is stored: it follows from whose the conversation is, who
// has written last, and the time.

export const CONVERSATION_STATUSES = [
  'waiting_us',
  'waiting_visitor',
  'open',
  'snoozed',
  'closed',
] as const;
export type ConversationStatus = (typeof CONVERSATION_STATUSES)[number];

/** SQL over a session `s`: whether a colleague answers in it or is to. */
const IS_OURS = '(s.held_by IS NOT NULL OR s.assigned_to IS NOT NULL)';

/** SQL over a session `s`: its status at a time. @param now the parameter's place, as `$2` */
export const statusAt = (now: string): string => `CASE
  WHEN s.closed_at IS NOT NULL THEN 'closed'
  WHEN s.snoozed_until > ${now} THEN 'snoozed'
  WHEN s.waiting_since IS NOT NULL THEN 'waiting_us'
  WHEN ${IS_OURS} THEN 'waiting_visitor' ELSE 'open' END`;

/** SQL over a session `s`: whether it has this status. Written so that an index of `sessions` has the conversations. */
export function hasStatus(status: ConversationStatus, now: string): string {
  switch (status) {
    case 'waiting_us':
      return `s.waiting_since IS NOT NULL AND (s.snoozed_until IS NULL OR s.snoozed_until <= ${now})`;
    case 'waiting_visitor':
      return `s.closed_at IS NULL AND s.waiting_since IS NULL AND ${IS_OURS}`;
    case 'open':
      return `s.closed_at IS NULL AND s.waiting_since IS NULL AND s.held_by IS NULL AND s.assigned_to IS NULL`;
    case 'snoozed':
      return `s.snoozed_until > ${now}`;
    case 'closed':
      return 's.closed_at IS NOT NULL';
  }
}

/** SQL over a session `s`: neither done nor put off, and nobody of the team has to look at it now. */
export const IS_QUIET = 's.closed_at IS NULL AND s.waiting_since IS NULL';
