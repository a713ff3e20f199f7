// The style and the drawings of the sheets over the conversation. They are loaded with the first sheet.

import { addIcons } from '../parts/icons.tsx';
import sheets from '../styles/sheets.css?inline';

export const css = sheets;

addIcons({
  back: 'M11.8 4.8L6.6 10l5.2 5.2',
  chat: 'M4 5.500A1.5 1.5 0 015.5 4h9A1.5 1.5 0 0116 5.500v6a1.5 1.5 0 01-1.5 1.500H9l-3.5 3v-3A1.5 1.5 0 014 11.500z',
  plus: 'M10 4.500v11M4.5 10h11',
  print: 'M6 7.500V3.800h8v3.700M6 13.500H4.500v-6h11v6H14M6 11.500h8v4.700H6z',
  clear: 'M4.5 6h11M8 6V4h4v2M6 6l.7 10h6.600L14 6',
  sound: 'M4 8v4h2.500L10 15V5L6.5 8zM12.8 7.600a3.4 3.4 0 010 4.800M14.9 5.500a6.4 6.4 0 010 9',
  link: 'M8.5 5H5v10h10v-3.500M11.5 4.500h4v4M15.3 4.700L9.5 10.5',
  bug: 'M6.5 7.500h7v4.700a3.5 3.5 0 01-7 0zM8 7.500V6a2 2 0 014 0v1.500M3.5 10h3M13.5 10h3M4.5 15.500l2.3-1.500M15.5 15.500L13.2 14',
  copy: 'M7.5 7.5V5A1.5 1.5 0 019 3.5h6A1.5 1.5 0 0116.5 5v6a1.5 1.5 0 01-1.5 1.500h-2.500M5 7.500h6a1.5 1.5 0 011.5 1.500v6a1.5 1.5 0 01-1.5 1.500H5A1.5 1.5 0 013.5 15V9A1.5 1.5 0 015 7.500z',
  down: 'M10 4v11.500M5 10.800l5 4.9 5-4.9',
  up: 'M10 16V4.500M5 9.200l5-4.900 5 4.900',
  search: 'M8.8 4.200a4.600 4.600 0 100 9.200 4.600 4.600 0 000-9.200zM12.200 12.200l3.800 3.800',
  reader:
    'M10 4.300h.01M4.500 7.300l5.500 1.200 5.500-1.200M10 8.500v3.300M7.500 16.200L10 11.800l2.500 4.400',
});
