// The npm entry `./vue`: hooks (composables) for Vue. A tool lives as long as the calling component, and its calls are drawn by a
// slot. They find a chat of `createBellhop`, of <bellhop-chat> or of a script tag, and do nothing on a server.

import {
  defineComponent,
  getCurrentInstance,
  h,
  type MaybeRefOrGetter,
  onMounted,
  onScopeDispose,
  onUnmounted,
  type ShallowRef,
  type SlotsType,
  shallowRef,
  Teleport,
  toValue,
  type VNode,
  watch,
} from 'vue';
import {
  type ChatMessage,
  type ChatOrName,
  createDrawn,
  createOffer,
  type Found,
  type Given,
  type HookChat,
  messagesOf,
  type ToolOptions,
  watchChat,
  watchMessages,
} from './hooks/index.ts';
import { providePageState } from './index.ts';
import type { InputOf, ToolSchema, TypedTool } from './tools/define-tool.ts';
import type { RenderedCall } from './tools/types.ts';
import type { Chat } from './widget/types.ts';

/** Once the component is on the page: what the server has drawn is taken over first. At once outside of components. */
function whenMounted(start: () => void): void {
  if (getCurrentInstance()) onMounted(start);
  else start();
}

/** The chat, now and as they come and go. */
function useChat<Given extends ChatOrName>(
  which: MaybeRefOrGetter<Given>,
): ShallowRef<Found<Given> | undefined> {
  const chat = shallowRef<Found<Given>>();
  whenMounted(() => {
    watch(
      () => toValue(which),
      (now, _before, onCleanup) =>
        onCleanup(
          watchChat(now, (found) => {
            chat.value = found;
          }),
        ),
      { immediate: true },
    );
  });
  return chat;
}

/**
 * The chat of this name, once it is on the page: of `createBellhop` or the element, else of a script tag.
 * @example
 * const found = useBellhop();
 * const ask = () => found.value?.open();
 */
export function useBellhop(
  name: MaybeRefOrGetter<string> = 'default',
): Readonly<ShallowRef<Chat | undefined>> {
  return useChat(name);
}

/**
 * What was said in the chat, oldest first: the same list until something of it changes. Empty before a visitor has opened the chat.
 * @param chat its name, or a chat of `bellhop/headless`
 * @example
 * const messages = useMessages();
 * const last = () => messages.value.at(-1)?.text;
 */
export function useMessages(
  chat: MaybeRefOrGetter<ChatOrName> = 'default',
): Readonly<ShallowRef<readonly ChatMessage[]>> {
  const found = useChat(chat);
  const messages = shallowRef<readonly ChatMessage[]>([]);
  watch(found, (now: HookChat | undefined, _before, onCleanup) => {
    const read = (): void => {
      messages.value = now ? messagesOf(now) : [];
    };
    read();
    if (now) onCleanup(watchMessages(now, read));
  });
  return messages;
}

/**
 * Tells the agent what the page shows, such as a cart, while the calling component is on the page. The agent reads the value of then
 * when it needs it.
 * @param name what it is, in words for the agent
 * @param value a ref, or a function that gives the value of now, as JSON
 * @param chat the name of the chat, if it has one, or a chat of `bellhop/headless`
 * @example usePageState('cart', () => cart.items);
 */
export function usePageState(
  name: string,
  value: MaybeRefOrGetter<unknown>,
  chat: MaybeRefOrGetter<ChatOrName> = 'default',
): void {
  watch(useChat(chat), (found: HookChat | undefined, _before, onCleanup) => {
    if (found) onCleanup(providePageState(found, name, () => toValue(value)));
  });
}

/** Draws the calls of a tool by its slot: `<Calls v-slot="{ input, status, respond }">…</Calls>` */
export type DrawnCalls<Input> = new () => {
  $slots: { default?: (call: RenderedCall<Input>) => VNode[] };
};

/**
 * Offers the agent a tool while the calling component is on the page. Options that change register it again; the functions read your
 * refs when they run, so that a question tells the state of now. Of two components that offer one name the later one counts, until
 * it goes.
 * @param options as for `chat.registerTool`, or a function that gives them, where they change
 * @param execute may be left out where a slot lets the visitor answer by `call.respond`
 * @returns a component for your template, if the page draws the calls: its slot stands in the thread, once for each call
 * @example
 * const Sizes = useTool('choose_size', {
 *   description: 'Asks for a size.',
 *   inputSchema: { type: 'object', properties: { sizes: { type: 'array', items: { type: 'string' } } } },
 * }); // <Sizes v-slot="{ input, respond }">…</Sizes>
 */
export function useTool<const Schema extends ToolSchema = { type: 'object' }>(
  name: string,
  options: ToolOptions<Schema> | (() => ToolOptions<Schema>),
  execute?: TypedTool<Schema>['execute'],
): DrawnCalls<InputOf<Schema>> {
  type Call = RenderedCall<InputOf<Schema>>;
  const calls = shallowRef<readonly Call[]>([]);
  const slots = shallowRef(0);
  const draw = createDrawn((all) => {
    calls.value = all;
  });
  const latest = (): Given & Pick<ToolOptions<Schema>, 'chat'> => ({
    ...toValue(options),
    name,
    execute,
    render: slots.value > 0 ? draw : undefined,
  });
  const offer = createOffer(() => {
    const { chat: _chat, ...given } = latest();
    return given;
  });
  const chat = useChat(() => latest().chat ?? 'default');
  whenMounted(() => {
    watch([chat, latest], ([found]) => offer.update(found), { immediate: true });
    onScopeDispose(offer.end);
  });
  return defineComponent({
    name: 'DrawnCalls',
    slots: Object as SlotsType<{ default: Call }>,
    setup(_props, { slots: given }) {
      onMounted(() => {
        slots.value += 1;
      });
      onUnmounted(() => {
        slots.value -= 1;
      });
      return () =>
        calls.value.map((call) =>
          h(Teleport, { to: call.root, key: call.toolUseId }, given.default?.(call)),
        );
    },
  }) as unknown as DrawnCalls<InputOf<Schema>>;
}

export type { ChatMessage, ChatOrName } from './hooks/index.ts';
