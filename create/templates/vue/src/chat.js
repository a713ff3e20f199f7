import { createBellhop } from 'bellhop';
import { registerTools } from './tools.js';

export const chat = createBellhop({
  gateway: import.meta.env.VITE_BELLHOP_GATEWAY,
  site: import.meta.env.VITE_BELLHOP_SITE,
  prompts: ['Add two mugs to my cart', 'What is in my cart?'],
});
registerTools(chat);
