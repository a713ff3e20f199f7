// The style of the sheets over the conversation. It is loaded with the first sheet.

import sheets from '../styles/sheets.css?inline';

export const css = sheets;
