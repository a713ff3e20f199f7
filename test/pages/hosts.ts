// Every page that the suite visits, in the order of docs/pages.md.

import type { HostPage } from './host-page.ts';
import { APP_PAGES } from './hosts/apps.ts';
import { HINDERING_PAGES } from './hosts/hindrances.ts';
import { PLAIN, PLAIN_PAGES } from './hosts/plain.ts';
import { SCRIPTED_PAGES } from './hosts/scripts.ts';
import { SHOP_PAGES } from './hosts/shops.ts';
import { STYLED_PAGES } from './hosts/styles.ts';
import { WALKING_PAGES } from './hosts/walks.ts';
import { WORDPRESS_PAGES } from './hosts/wordpress.ts';

export const HOST_PAGES: readonly HostPage[] = [
  PLAIN,
  ...PLAIN_PAGES,
  ...HINDERING_PAGES,
  ...STYLED_PAGES,
  ...SCRIPTED_PAGES,
  ...SHOP_PAGES,
  ...WORDPRESS_PAGES,
  ...WALKING_PAGES,
  ...APP_PAGES,
];
