// Asks before a link is followed that would carry much to another site. Comes with the rows: nothing else has links.

import type { LinkInfo } from '../content/index.ts';
import type { SheetsModel } from './model/types.ts';

/** Shows the link whole, over the conversation; the focus returns to `from`. */
export function askLink(sheets: SheetsModel, link: LinkInfo, from: HTMLElement): void {
  sheets.askedLink.value = { link, from };
  sheets.shown.value = 'link';
}
