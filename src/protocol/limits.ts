// The limits that the interface documents, with their units.

/** Events in one send request. */
export const MAX_EVENTS_PER_SEND = 100;
/** Events in one list page: default and maximum. */
export const DEFAULT_PAGE_SIZE = 20;
export const MAX_PAGE_SIZE = 100;
export const MAX_HEARTBEAT_BODY_BYTES = 64 * 1024;
/** Plugins named in a heartbeat; `active_plugin_count` holds the true total. */
export const MAX_ACTIVE_PLUGINS = 500;
/** The largest window of an analytics query, in seconds, by bucket width. */
export const MAX_ANALYTICS_WINDOW_S = { '10m': 86_400, '1h': 604_800, '1d': 2_592_000 } as const;
/** One credit in nanocredits. */
export const NANOCREDITS_PER_CREDIT = 1_000_000_000;
