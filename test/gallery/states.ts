// Every state that the panel can be in, as recorded snapshots. The gallery page mounts the real panel from
// one of them; the checks and the component tests go through all.

import type { SessionSnapshot } from '../../src/session/types.ts';
import type { ToolsSnapshot } from '../../src/tools/types.ts';
import type {
  ConversationSummary,
  DebugEntry,
  FoundMessage,
  ViewOptions,
} from '../../src/ui/types.ts';
import { BAD_INPUT } from './states/bad-input.ts';
import { CARDS } from './states/cards.ts';
import { DELIVERY } from './states/delivery.ts';
import { ENDS } from './states/ends.ts';
import { LOOKS } from './states/looks.ts';
import { MEDIA } from './states/media.ts';
import { SHEETS } from './states/sheets.ts';
import { STEPS } from './states/steps.ts';
import { TALK } from './states/talk.ts';
import { VOICE } from './states/voice.ts';

/** A button by its message, a fold by its steps, or whatever says these words; `later`: one of dictation's. */
export type Pressed =
  | 'menu'
  | 'earlierConversations'
  | 'clearDevice'
  | 'deleteForGood'
  | 'readAloud'
  | 'owner'
  | { n: number }
  | { says: string }
  | { later: 'dictate' | 'voiceStart' | 'searchHere' };

export interface GalleryState {
  name: string;
  session: SessionSnapshot;
  tools?: ToolsSnapshot;
  options?: Partial<ViewOptions>;
  conversations?: ConversationSummary[];
  debug?: DebugEntry[];
  /** What a search finds in stored text, by the ids of conversations. */
  foundInText?: Record<string, FoundMessage[]>;
  /** Written into the field of this name at the end. */
  writes?: { field: 'search'; text: string };
  /** What to press once it has been written. */
  picks?: Pressed[];
  draft?: string;
  /** False: the site doesn't delete it. */
  isDeletable?: boolean;
  /** What to press, in order, before the state is looked at. */
  presses?: Pressed[];
  /** Names of files to drop on the panel; "….exe" is refused, "….zip" takes for ever to read. */
  drops?: string[];
  /** Files are held over the panel. */
  isHeldOver?: boolean;
  /** The log is scrolled to its beginning, and then this comes. */
  arrives?: SessionSnapshot;
  /** The panel is closed, and this is there when it is opened again. */
  returns?: SessionSnapshot;
  isExpanded?: boolean;
  /** A tool shows something of the page: on a phone a bar stands in the panel's place. */
  shrinks?: boolean;
  /** The page has a recognizer: what it understands, or how it fails, once everything is pressed. */
  speaks?: { hears?: string; fails?: string };
  /** The panel is closed, and this stands beside the launcher. */
  nudge?: string;
  /** Something of it comes after a time only. */
  settlesAfterMs?: number;
}

export const STATES: GalleryState[] = [
  ...TALK,
  ...STEPS,
  ...CARDS,
  ...ENDS,
  ...DELIVERY,
  ...MEDIA,
  ...VOICE,
  ...SHEETS,
  ...LOOKS,
  ...BAD_INPUT,
];
