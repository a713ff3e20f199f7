// What a message means on a site that isn't a shop: whose tools are its own, such as a hotel's in WordPress. What would be
// looked for or bought in a shop is a question for its pages here, and a message to its people or the visitor's own details are
// matters for a tool of its own.

import type { Json, ToolDefinition } from '../../gateway/agent.ts';
import type { Contact, Intent } from './intents.ts';
import { it } from './intents.ts';
import { matchOther, readProperties, readRequired, type Toolbox } from './toolbox.ts';

const OWN =
  /\bwho am i\b(?! (?:talking|speaking|chatting))|\b(?:about|of|on|for) me\b|\bmy (?:own |user |customer |personal )?(?:details?|data|account|profile|name|e-?mail)\b/i;
const ASKS_OF_ME = /\b(?:know|have|store|stored|hold|see|say|is|are|show|tell|what|which|who)\b/i;
const PASS_ON =
  /^(?:(?:please|can you|could you|will you|would you)\s+)*(?:tell|inform|let)\s+(?:them|him|her|someone|somebody|(?:the|your)\s+[\p{L}-]+)\s+(?:know\s+)?(?:that\s+)?(?<message>.{3,2000})$/isu;
const TO_PEOPLE =
  /^contact$|\b(?:contact|reach|write to|get in touch with)\b.*\b(?:the|your|somebody|someone)\b|\bpass (?:on|along)\b|\bleave\b.*\b(?:note|message)\b/i;
const KEPT: readonly Intent['act'][] = ['stop', 'yes', 'no', 'language', 'tool', 'nonsense'];
const SHOPPING: readonly Intent['act'][] = [
  ...(['search', 'show', 'about', 'compare', 'choose', 'add', 'more', 'change', 'swap'] as const),
  ...(['empty_cart', 'cart', 'coupon', 'go', 'order', 'bare', 'follow_up', 'quantity'] as const),
];

/** The tool of this site by which its people get a message; null where it has none. */
export function messageTool(toolbox: Toolbox): ToolDefinition | null {
  const found = matchOther('leave or send a message, write, contact', toolbox);
  return toolbox.others.find(({ name }) => name === found?.name) ?? null;
}

/** A contact as input for that tool: the message goes where the tool takes a free text. */
export function messageInput(tool: ToolDefinition, contact: Contact): Record<string, Json> {
  const properties = readProperties(tool);
  const names = Object.keys(properties);
  const field = 'message' in properties ? 'message' : (readRequired(tool)[0] ?? 'message');
  const { message, email, name } = contact;
  return {
    ...(message !== undefined && { [field]: message }),
    ...(email !== undefined && names.includes('email') && { email }),
    ...(name !== undefined && names.includes('name') && { name }),
  };
}

/** "Tell them that we arrive late": the whole of it is one message, whatever it speaks of. */
export function passedOn(text: string, toolbox: Toolbox): Intent | null {
  const message = PASS_ON.exec(text.trim())?.groups?.message;
  if (toolbox.isShop || message === undefined || messageTool(toolbox) === null) return null;
  return { act: 'contact', text, thing: it(), contact: { message } };
}

/** Null where it means here what it means in a shop. */
export function meantElsewhere(intent: Intent, text: string, toolbox: Toolbox): Intent | null {
  const { act } = intent;
  if (toolbox.isShop || KEPT.includes(act)) return null;
  if (act === 'contact') return intent;
  const isForPeople = TO_PEOPLE.test(intent.text) && !/^(?:how|what|where|when)\b/i.test(text);
  if (isForPeople && messageTool(toolbox) !== null)
    return { ...intent, act: 'contact', contact: {} };
  if (OWN.test(intent.text) && ASKS_OF_ME.test(intent.text) && !intent.text.includes('@')) {
    const own = matchOther('my details, data, account, profile of the user', toolbox);
    if (own !== null) return { ...intent, act: 'tool', tool: { name: own.name, input: {} } };
  }
  if (!SHOPPING.includes(act)) return null;
  const other = matchOther(intent.text, toolbox);
  return other === null ? { ...intent, act: 'question' } : { ...intent, act: 'tool', tool: other };
}

/** What is said of the shop, said of this site. */
export function ofThisSite(text: string): string {
  return text.replace(/\b(?:this|the) shop\b/g, 'this site').replace(/\bThe shop\b/g, 'This site');
}
