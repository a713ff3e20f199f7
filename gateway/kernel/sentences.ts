// Sentences of the interface that this gateway and the one in PHP both say: why a request is refused, and what the model reads
// of a call that nobody answers. Short names for long sentences; interface-table.ts hands them on.

export const SENTENCES = {
  no_session: 'There is no such session.',
  no_object: 'The body must be a JSON object.',
  page_or_after: 'page and after_id exclude each other; send one of them.',
  bad_cursor: 'page is not a cursor of this session and order; start the list anew.',
  bad_after: 'after_id is not an event of this session.',
  lone_interrupt: 'A user.interrupt must be the only event in its request.',
  mixed_send: 'Send user.tool_result events and messages in separate requests.',
  message_came: 'A new message came instead of the result.',
  run_ended: 'The run ended before the result came.',
  no_result: 'No result came.',
  unavailable: 'A required dependency is temporarily unavailable. Try again after a short delay.',
} as const;
