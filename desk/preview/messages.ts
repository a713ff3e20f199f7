// What the desk and the preview's frame tell each other over their port.

export type ToPreview =
  | {
      kind: 'show';
      /** As in the snippet, by their names in the table of attributes. */
      attributes: Readonly<Record<string, string>>;
      isOpen: boolean;
      /** Stand for those of the site's pages; each answers that it was simulated. */
      tools: readonly PreviewTool[];
    }
  /** Null: there is none. */
  | { kind: 'ticket'; id: number; ticket: Ticket | null }
  | { kind: 'say'; text: string };

export type FromPreview =
  | { kind: 'ready' }
  /** What was asked for can be seen. */
  | { kind: 'drawn' }
  /** bellhop.js can't be loaded. */
  | { kind: 'failed' }
  /** The widget asks for a session, as it asks a site's endpoint. */
  | { kind: 'ticket'; id: number; isNew: boolean; tools: unknown }
  | { kind: 'heard' };

export interface PreviewTool {
  name: string;
  description: string;
  inputSchema: object;
  annotations: { readOnlyHint: boolean };
}

export interface Ticket {
  session_id: string;
  token: string;
  expires_at: string;
}
