// The style of what lies over the conversation: comes with the first of it.

import sheets from '../styles/sheets.css?inline';

export const css = sheets;
