// What the shop tells its customers: the words of the information pages, and, with the catalogue, the
// documents of the assistant's knowledge base. One source, so that a page and an answer can't disagree.

import { formatPrice, PRODUCTS } from './catalog.ts';

export interface Section {
  id: string;
  title: string;
  paragraphs: string[];
}

export const SHIPPING: readonly Section[] = [
  {
    id: 'delivery',
    title: 'Delivery times and costs',
    paragraphs: [
      'We ship every weekday. Orders placed before 14:00 leave on the same day.',
      'Standard delivery takes 2 to 4 working days and costs €4.90. It is free for orders over €60.',
      'Express delivery arrives on the next working day and costs €12.',
    ],
  },
  {
    id: 'abroad',
    title: 'Shipping abroad',
    paragraphs: [
      'We ship to every country of the European Union, to Norway, Switzerland and the United Kingdom.',
      'Outside the European Union delivery takes 5 to 9 working days and costs €14.90. Customs duties are paid by the recipient.',
    ],
  },
  {
    id: 'returns',
    title: 'Returns and refunds',
    paragraphs: [
      'You can return anything within 30 days of delivery, as long as it is unused and in its packaging. Returns are free within the European Union.',
      'We refund the full price within 5 working days after the parcel has reached us, to the account you paid from.',
      'Candles that have been lit and opened notebooks can not be returned.',
    ],
  },
  {
    id: 'damage',
    title: 'Broken on arrival',
    paragraphs: [
      'We are sorry. Send us a photo within 14 days and we send a new one or refund you, whichever you prefer. You need not send the broken piece back.',
    ],
  },
  {
    id: 'warranty',
    title: 'Warranty',
    paragraphs: [
      'Everything has a two-year warranty against faults in material and making. The reading lamp has five years.',
    ],
  },
  {
    id: 'payment',
    title: 'Payment',
    paragraphs: [
      'We take cards, PayPal, SEPA transfer and invoices for companies. You are charged when the parcel leaves.',
      'Gift cards are sent by e-mail and never expire. There is one coupon field at checkout; coupons can not be combined.',
    ],
  },
];

export const CONTACT = {
  email: 'hello@fernway.example',
  phone: '+49 30 5550 1234',
  hours: 'Monday to Friday, 9:00 to 17:00',
  address: 'Fernway, Lindenufer 7, 13597 Berlin',
};

export interface KnowledgeDocument {
  uri: string;
  title: string;
  text: string;
}

/** The documents of the knowledge base; addresses are those of the pages that say the same. */
export function knowledgeDocuments(siteUrl: string): KnowledgeDocument[] {
  const sections = SHIPPING.map((section) => ({
    uri: `${siteUrl}/shipping#${section.id}`,
    title: section.title,
    text: section.paragraphs.join('\n'),
  }));
  const products = PRODUCTS.map((product) => ({
    uri: `${siteUrl}/products/${product.id}`,
    title: product.name,
    text: [
      `${product.name}: ${product.summary}`,
      product.details,
      `Care: ${product.care}`,
      `It costs ${formatPrice(product.priceCents)} and comes in ${product.variants.map((variant) => variant.label.toLowerCase()).join(', ')}.`,
      product.inStock ? 'It is in stock.' : 'It is sold out at the moment.',
      `${product.review.author} wrote in a review: ${product.review.text}`,
    ].join('\n'),
  }));
  return [
    ...sections,
    ...products,
    {
      uri: `${siteUrl}/contact`,
      title: 'Contact and opening hours',
      text: `Write to ${CONTACT.email} or call ${CONTACT.phone}. We answer ${CONTACT.hours}. Our shop and studio: ${CONTACT.address}. You can also use the contact form.`,
    },
  ];
}
