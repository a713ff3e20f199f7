// A tool that a component offers for as long as it is on the page: its functions are those of the component's last rendering, and
// of several components with one name the one that came last counts, whichever of them changes.

import type { PageTool, ToolUi } from '../tools/types.ts';
import type { HookChat } from './types.ts';

const FUNCTIONS = ['execute', 'verify', 'summarize', 'render'] as const;

/** A tool as the component has it now, of whichever schema. */
export type Given = Omit<PageTool, 'inputSchema' | 'ui' | (typeof FUNCTIONS)[number]> & {
  inputSchema?: unknown;
  ui?: Omit<ToolUi, 'html'> & { html: string | ((...call: never[]) => string) };
} & { [Name in (typeof FUNCTIONS)[number]]?: ((...call: never[]) => unknown) | undefined };

export interface Offer {
  /** After each change of what the component gives, and of the chat. */
  update(chat: HookChat | undefined): void;
  /** The component goes. It may come again, by `update`. */
  end(): void;
}

/** Of one component at one chat under one name, in the order in which they came. */
interface Place {
  tool: PageTool;
}

interface Places {
  all: Place[];
  /** What is registered for them, and how it ends. */
  shown: { tool: PageTool; ended: AbortController } | null;
}

const byChat = new WeakMap<HookChat, Map<string, Places>>();

/** @param latest gives the tool as the component has it now */
export function createOffer(latest: () => Given): Offer {
  let chat: HookChat | undefined;
  let name = '';
  let key = '';
  let place: Place | null = null;

  function leave(): void {
    if (chat && place) leavePlace(chat, name, place);
    place = null;
  }

  return {
    update(next) {
      const given = latest();
      const described = describe(given);
      if (next === chat && place && key === described) return;
      if (next !== chat || given.name !== name) leave();
      chat = next;
      name = given.name;
      key = described;
      if (!chat) return;
      const tool = toTool(given, latest);
      if (place) {
        place.tool = tool;
      } else {
        place = { tool };
        placesOf(chat, name).all.push(place);
      }
      settle(chat, name);
    },
    end: leave,
  };
}

function placesOf(chat: HookChat, name: string): Places {
  const names = byChat.get(chat) ?? new Map<string, Places>();
  byChat.set(chat, names);
  const places = names.get(name) ?? { all: [], shown: null };
  names.set(name, places);
  return places;
}

function leavePlace(chat: HookChat, name: string, place: Place): void {
  const places = placesOf(chat, name);
  places.all = places.all.filter((one) => one !== place);
  settle(chat, name);
}

/** Registers the tool of the last place, if it isn't registered; the one before it ends after that, so that none is missing between. */
function settle(chat: HookChat, name: string): void {
  const places = placesOf(chat, name);
  const tool = places.all.at(-1)?.tool;
  const before = places.shown;
  if (tool === before?.tool) return;
  places.shown = tool ? { tool, ended: new AbortController() } : null;
  if (places.shown) chat.registerTool(places.shown.tool, { signal: places.shown.ended.signal });
  before?.ended.abort();
}

/** What is registered: each function calls the one that the component has then. */
function toTool(given: Given, latest: () => Given): PageTool {
  const tool: Record<string, unknown> = { ...given };
  for (const name of FUNCTIONS) {
    if (given[name]) tool[name] = (...call: never[]) => latest()[name]?.(...call);
    else delete tool[name];
  }
  const { ui } = given;
  if (typeof ui?.html === 'function') {
    const html = (...call: never[]) => {
      const now = latest().ui?.html;
      return typeof now === 'function' ? now(...call) : now;
    };
    tool.ui = { ...ui, html };
  }
  return tool as unknown as PageTool;
}

/** What a tool is made of, as one text: the schema of a library as the JSON Schema that it says, and which functions there are. */
const describe = (tool: Given): string =>
  JSON.stringify(tool, (_key, value) => {
    const own = value?.['~standard']?.jsonSchema;
    if (own) return own.input({ target: 'draft-2020-12' });
    return typeof value === 'function' ? '()' : value;
  });
