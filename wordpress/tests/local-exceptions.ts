// Rules of the interface that a WordPress which answers itself isn't held to, by the checks' ids, and why. `group.*` is all of a group.

const NO_OPERATOR =
  'there is one site, with its own visitors: no sites, API keys or accounts to check';
const NO_KNOWLEDGE = 'it knows the site’s pages and has no collections';
const NO_SCRIPTED_SUMMARY =
  'the check’s script makes the model summarise by itself, which no provider does; compaction.* are kept';
const NO_FULL_WINDOW = 'chat completions don’t tell a filled window from the limit of an answer';

export const LOCAL_EXCEPTIONS: Readonly<Record<string, string>> = {
  'sites.*': NO_OPERATOR,
  'public-sessions.*': NO_OPERATOR,
  'heartbeat.*': NO_OPERATOR,
  'analytics.*': NO_OPERATOR,
  'compaction.filled': NO_FULL_WINDOW,
  'access.no-token': NO_OPERATOR,
  'access.bad-token': NO_OPERATOR,
  'access.api-key': NO_OPERATOR,
  'access.service-token': NO_OPERATOR,
  'access.session-token-elsewhere': NO_OPERATOR,
  'access.no-such-session': NO_OPERATOR,
  'access.site-status': NO_OPERATOR,
  'access.account-elsewhere': NO_OPERATOR,
  'errors.odd-ids': NO_OPERATOR,
  'errors.error-types': NO_OPERATOR,
  'errors.unavailable':
    'its one dependency is the database, without which WordPress itself answers with a page',
  'client-tools.message-in-flight':
    'a call and the pause that follows it are written together: no message can come between',
  'client-tools.tool-loaded': 'every tool of the session is given to the model at once',
  'runs.usage-where': 'the check’s script has a failure that no provider has (run_timeout)',
  'runs.stop-reasons': `${NO_FULL_WINDOW}; max_tokens is tested apart`,
  'runs.failures':
    'the check’s scripts have failures that no provider has; those that one has are tested apart',
  'runs.content-by-type': 'the check’s script has a summary and a run_timeout',
  'runs.missing-collection': NO_KNOWLEDGE,
  'replies.citations': NO_KNOWLEDGE,
  'replies.knowledge': NO_KNOWLEDGE,
  'replies.compaction': NO_SCRIPTED_SUMMARY,
};
