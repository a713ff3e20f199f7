// What is said in several states.

import { source, tool } from '../build.ts';

export const ASKED = 'Do you have a waterproof jacket for cycling in winter?';

export const RETURNS = [
  source('https://shop.example/help/returns', 'Returns and refunds'),
  source('https://shop.example/help/shipping', 'Shipping times and costs'),
  source('kb://policies/warranty', 'Warranty terms'),
];

export const search = tool(
  'search_products',
  { query: 'waterproof winter jacket', limit: 5 },
  { ms: 1200 },
);
