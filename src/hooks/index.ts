// The door of the hooks room: what the hooks of each framework are made of.

export { addChat, type Found, findChat, watchChat, withChat } from './chats.ts';
export { createDrawn } from './drawn.ts';
export { messagesOf, watchMessages } from './messages.ts';
export { createOffer, type Given, type Offer } from './offer.ts';
export { tellOldName } from './old-names.ts';
export type { ChatMessage, ChatOrName, DrawnByPage, HookChat, ToolOptions } from './types.ts';
