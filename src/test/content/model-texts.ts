// What models write to the visitors of shops, in ten languages, with what must become of it. The marks are the ones that
// models like: bold beside full-width marks, tables with breaks, bare addresses, "about", formulas, footnotes.

export interface ModelText {
  language: string;
  markdown: string;
  /** How many of each element there are. */
  has: Readonly<Record<string, number>>;
  /** Addresses of its links. */
  links: readonly string[];
  /** Words that must stand in it as they are. */
  says: readonly string[];
}

export const MODEL_TEXTS: readonly ModelText[] = [
  {
    language: 'English',
    markdown:
      '## Sizes\n\nOne (~€2) and two (~€3) pieces, **$5 and $10** in total:\n\n| Size | Open |\n| --- | :-: |\n| S | 9–12<br>14–18 |\n| **M** | closed |\n\nA box holds 2*3*4 mugs, or 10 * 20 cm of them. See https://shop.example/faq, please.\n\n> [!NOTE]\n> Press <kbd>Ctrl</kbd>+<kbd>P</kbd>.\n\nSold out[^1].\n\n[^1]: Since *May*.',
    has: { h4: 1, strong: 2, table: 1, 'td br': 1, kbd: 2, sup: 2, em: 1, del: 0, blockquote: 1 },
    links: ['https://shop.example/faq'],
    says: ['(~€2) and two (~€3)', '$5 and $10', '2*3*4 mugs', '10 * 20 cm'],
  },
  {
    language: 'German',
    markdown:
      '**Wichtig:** Der Versand kostet ~5 € bis ~7 €.\n\n1. **„Becher“** auswählen\n2. In den _Warenkorb_ legen\n   - rot\n   - grün\n3. `Code10` eingeben\n\nGröße | Preis\n--- | ---:\nKlein | **9 €**\n\nCO<sub>2</sub>-neutral. Mehr unter www.shop.example/über-uns.\n\n***Achtung!*** Nur ~~20~~ 18 €.',
    has: { strong: 4, em: 2, ol: 1, ul: 1, code: 1, sub: 1, del: 1, table: 1 },
    links: ['http://www.shop.example/%C3%BCber-uns'],
    says: ['~5 € bis ~7 €'],
  },
  {
    language: 'French',
    markdown:
      'Voici **« la tasse »** : *très* belle !\n\n- **Prix :** 12 €\n- **Taille :** 8 cm × 9 cm\n\nL’aire vaut \\(a \\times b\\), soit\n\n\\[\n8 \\times 9 = 72\n\\]\n\n1. Ainsi :\n   $$\n   a = 8\n   + 1\n   $$\n2. [Voir](/tasse)\n\nOn a\n\\[\nb = 9\n- 2\n\\]\n\n<details>\n<summary>En savoir plus</summary>\n\nFait **à la main**.\n\n</details>',
    has: { strong: 4, em: 1, ul: 1, '.math': 4, '.is-block': 3, 'details strong': 1, summary: 1 },
    links: ['http://localhost:3000/tasse'],
    says: ['\\(a \\times b\\)'],
  },
  {
    language: 'Spanish',
    markdown:
      '¡Hola! **¿Qué taza?** Tenemos:\n\n* **Roja:** 10 €\n* **Verde:** *agotada*\n\nFalta:\n- [x] **Pagar**\n- [ ] [Recoger](/tienda)\n\n---\n\nEscribe a ayuda@shop.example o mira [las condiciones](https://shop.example/condiciones "Todo").\n\n```js\nconst precio = 2 * 3 * 4; // ~24\n```',
    has: { strong: 4, em: 1, hr: 1, pre: 1, ul: 2 },
    links: [
      'http://localhost:3000/tienda',
      'mailto:ayuda@shop.example',
      'https://shop.example/condiciones',
    ],
    says: ['2 * 3 * 4; // ~24'],
  },
  {
    language: 'Russian',
    markdown:
      '**«Кружка»** стоит ~500 ₽ (было ~~700 ₽~~).\n\n| Цвет | Цена |\n|:-----|-----:|\n| **Красная** | 500 |\n| Зелёная | 5<sup>2</sup> |\n\nПодробнее: <https://shop.example/кружки>.',
    has: { strong: 2, del: 1, table: 1, sup: 1 },
    links: ['https://shop.example/%D0%BA%D1%80%D1%83%D0%B6%D0%BA%D0%B8'],
    says: ['~500 ₽'],
  },
  {
    language: 'Chinese',
    markdown:
      '**提示：**商店周日休息。**“热卖”**商品有*（限量）*，约3~5天送达，价格100~200元。\n\n1. **第一步：**看 https://shop.example/faq，然后下单。\n2. 使用**`npm`**安装（https://shop.example/a）。\n3. 原价~~「100元」~~现价80元，满**100%**的折扣。\n\n| 尺寸 | 价格 |\n|---|---|\n| **小：**杯 | 5<br>6 |\n\n名称 | 价格\n---|---\n红杯 | ~~8~~',
    has: { strong: 6, em: 1, del: 2, ol: 1, code: 1, 'td br': 1, table: 2 },
    links: ['https://shop.example/faq', 'https://shop.example/a'],
    says: ['约3~5天送达，价格100~200元', '，然后下单。'],
  },
  {
    language: 'Japanese',
    markdown:
      'これは**「重要」**です。**注意：**営業時間は10:00〜18:00。\n\n- **サイズ（小）**は*「完売」*です\n- 詳しくは「https://shop.example/faq」を見てください\n- **商品名**：マグカップ\n\n> [!WARNING]\n> **割れ物です！**ご注意ください。',
    has: { strong: 5, em: 1, ul: 1, blockquote: 1 },
    links: ['https://shop.example/faq'],
    says: ['10:00〜18:00', '⚠️ 割れ物です！ご注意ください。'],
  },
  {
    language: 'Korean',
    markdown:
      '**주의(필독)**를 읽어 주세요. **"무료 배송"**은 3~5일, **50%**까지 할인합니다.\n\n* **환불:**7일 이내\n* 자세한 내용은 https://shop.example/faq에서 확인하세요.\n\n가로*세로는 10*20*30cm입니다.',
    has: { strong: 4, ul: 1, del: 0, em: 0 },
    links: ['https://shop.example/faq'],
    says: ['3~5일', '10*20*30cm입니다'],
  },
  {
    language: 'Arabic',
    markdown:
      '**ملاحظة:** المتجر مغلق يوم الأحد.\n\n1. **الكوب الأحمر**: 10 ريال\n2. *الكوب الأخضر*: ~~20~~ 15 ريال\n\nانظر https://shop.example/faq، من فضلك.',
    has: { strong: 2, em: 1, del: 1, ol: 1 },
    links: ['https://shop.example/faq'],
    says: ['، من فضلك'],
  },
  {
    language: 'Thai',
    markdown:
      '**หมายเหตุ:**ร้านปิดวันอาทิตย์ ราคา~100บาทถึง~200บาท\n\n- **แก้ว(แดง)**ราคา 5 × 2\n- ดูที่ https://shop.example/faqแล้วสั่งซื้อ\n\nE = mc<sup>2</sup> หรือ $$E = mc^2$$',
    has: { strong: 2, ul: 1, del: 0, sup: 1, '.math': 1 },
    links: ['https://shop.example/faq'],
    says: ['~100บาทถึง~200บาท'],
  },
];
