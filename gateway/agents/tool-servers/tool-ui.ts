// What a server says of a tool's app, by the extension MCP Apps (SEP-1865). Pure.

import { isRecord } from '../../wire.ts';

/** The content type of an app's resource. */
export const APP_TYPE = 'text/html;profile=mcp-app';

/** What the gateway says of itself to servers. */
export const MCP_APPS = { 'io.modelcontextprotocol/ui': { mimeTypes: [APP_TYPE] } };

export interface ToolUi {
  /** The address of the app at its server; null: the tool shows none. */
  resource: string | null;
  isForModel: boolean;
  isForApp: boolean;
}

const MAX_URI = 2048;

/** @param meta `_meta` of a tool, as a server lists it. */
export function toolUiOf(meta: unknown): ToolUi | null {
  if (!isRecord(meta)) return null;
  const ui = isRecord(meta.ui) ? meta.ui : {};
  const resource = ui.resourceUri ?? meta['ui/resourceUri'];
  const isNamed =
    typeof resource === 'string' && resource.startsWith('ui://') && resource.length <= MAX_URI;
  const visibility = Array.isArray(ui.visibility) ? (ui.visibility as unknown[]) : null;
  if (!isNamed && visibility === null) return null;
  return {
    resource: isNamed ? resource : null,
    isForModel: visibility?.includes('model') ?? true,
    isForApp: visibility?.includes('app') ?? true,
  };
}
