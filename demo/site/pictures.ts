// The shop's pictures: one flat drawing a product, tinted by its variant. SVG text, made here for this shop.

import { findProduct } from './catalog.ts';

/** Darker (below 1) or lighter (above 1) than `hex`. */
function shade(hex: string, factor: number): string {
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  const scaled = channels.map((channel) =>
    Math.max(0, Math.min(255, Math.round(channel * factor))),
  );
  return `#${scaled.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

type Drawing = (main: string, dark: string, light: string) => string;

const DRAWINGS: Readonly<Record<string, Drawing>> = {
  mug: (main, dark, light) => `
    <path d="M268 168h30a44 44 0 0 1 0 88h-34" fill="none" stroke="${dark}" stroke-width="20"/>
    <path d="M116 132h156v118a50 50 0 0 1-50 50h-56a50 50 0 0 1-50-50z" fill="${main}"/>
    <path d="M116 132h34v168a50 50 0 0 1-34-48z" fill="${light}" opacity=".55"/>
    <ellipse cx="194" cy="132" rx="78" ry="17" fill="${dark}"/>
    <ellipse cx="194" cy="135" rx="64" ry="12" fill="#4a3324"/>
    <path d="M172 104c-12-16 12-24 0-42M212 104c-12-16 12-24 0-42" fill="none" stroke="#fff" stroke-width="7" stroke-linecap="round" opacity=".8"/>`,
  teapot: (main, dark, light) => `
    <path d="M262 190c40-4 34-52 66-56" fill="none" stroke="${main}" stroke-width="24" stroke-linecap="round"/>
    <path d="M128 170c-58-10-64 84 4 78" fill="none" stroke="${dark}" stroke-width="18"/>
    <path d="M118 206c0-56 34-80 82-80s82 24 82 80c0 60-34 92-82 92s-82-32-82-92z" fill="${main}"/>
    <path d="M136 206c0-44 20-66 44-74-40 8-62 32-62 74 0 40 16 68 42 82-16-18-24-46-24-82z" fill="${light}" opacity=".6"/>
    <path d="M152 132c8-22 88-22 96 0z" fill="${dark}"/><circle cx="200" cy="108" r="11" fill="${dark}"/>`,
  bowl: (main, dark, light) => `
    <path d="M92 170h216c0 70-42 122-108 122S92 240 92 170z" fill="${main}"/>
    <path d="M92 170h40c4 54 22 94 50 120-56-12-90-58-90-120z" fill="${light}" opacity=".5"/>
    <ellipse cx="200" cy="170" rx="108" ry="26" fill="${dark}"/>
    <ellipse cx="200" cy="174" rx="94" ry="19" fill="#f3e6cf"/>
    <circle cx="172" cy="170" r="8" fill="#8b3a4c"/><circle cx="206" cy="178" r="8" fill="#8b3a4c"/><circle cx="232" cy="168" r="7" fill="#465a86"/>
    <path d="M160 292h80v12h-80z" fill="${dark}"/>`,
  board: (main, dark, light) => `
    <rect x="96" y="112" width="208" height="176" rx="22" fill="${main}"/>
    <rect x="112" y="128" width="176" height="144" rx="12" fill="none" stroke="${dark}" stroke-width="6"/>
    <path d="M124 160h150M124 196h150M124 236h150" stroke="${light}" stroke-width="4" opacity=".6"/>
    <circle cx="274" cy="142" r="9" fill="#fff" opacity=".9"/>
    <path d="M150 232c40-40 70-52 96-52-10 30-42 62-96 52z" fill="#6f8f4d"/>`,
  towel: (main, dark, light) => `
    <path d="M110 96h180v10H110z" fill="#8a7a66"/>
    <path d="M126 104h148v196l-18-8-18 8-19-8-19 8-18-8-19 8-18-8-19 8z" fill="${light}"/>
    <path d="M126 148h148v16H126zM126 176h148v8H126zM126 244h148v16H126z" fill="${main}"/>
    <path d="M244 104h30v196l-18-8-12 5z" fill="${dark}" opacity=".25"/>`,
  blanket: (main, dark, light) => `
    <rect x="90" y="216" width="220" height="72" rx="20" fill="${dark}"/>
    <rect x="96" y="168" width="208" height="64" rx="20" fill="${main}"/>
    <rect x="102" y="122" width="196" height="58" rx="20" fill="${light}"/>
    <path d="M102 150h196M96 200h208M90 252h220" stroke="#fff" stroke-width="5" opacity=".5" stroke-dasharray="16 12"/>
    <path d="M110 288v18M134 288v18M158 288v18M182 288v18M206 288v18M230 288v18M254 288v18M278 288v18" stroke="${dark}" stroke-width="6" stroke-linecap="round"/>`,
  candle: (main, dark, light) => `
    <rect x="150" y="150" width="100" height="146" rx="12" fill="${main}"/>
    <rect x="150" y="150" width="30" height="146" rx="12" fill="${light}" opacity=".7"/>
    <ellipse cx="200" cy="152" rx="50" ry="13" fill="${dark}"/>
    <path d="M200 152v-22" stroke="#43352a" stroke-width="5" stroke-linecap="round"/>
    <path d="M200 70c26 30 22 62 0 62s-26-30 0-62z" fill="#ffcf5c"/><path d="M200 98c12 14 10 32 0 32s-12-16 0-32z" fill="#fff3c9"/>`,
  planter: (main, dark, light) => `
    <path d="M200 186c-8-52-56-60-72-92 44 0 72 32 72 92zM200 186c8-52 48-68 80-86 0 44-30 82-80 86zM198 186c-18-34-10-84 6-112 18 36 16 80-6 112z" fill="#5d7f5a"/>
    <path d="M124 186h152l-16 104a12 12 0 0 1-12 10h-96a12 12 0 0 1-12-10z" fill="${main}"/>
    <path d="M124 186h40l6 114h-18a12 12 0 0 1-12-10z" fill="${light}" opacity=".5"/>
    <rect x="114" y="176" width="172" height="28" rx="8" fill="${dark}"/><rect x="128" y="298" width="144" height="12" rx="6" fill="${dark}"/>`,
  lamp: (main, dark, light) => `
    <path d="M206 300V186l-44-50" fill="none" stroke="${dark}" stroke-width="11" stroke-linecap="round" stroke-linejoin="round"/>
    <path d="M112 166 84 262h150z" fill="#ffe9a8" opacity=".55"/>
    <path d="M118 92a54 54 0 0 1 78 20l-96 60a54 54 0 0 1 18-80z" fill="${main}"/><path d="M118 92c-18 12-26 32-24 56 8-26 22-46 44-60-8 0-14 1-20 4z" fill="${light}" opacity=".6"/>
    <rect x="156" y="292" width="108" height="18" rx="9" fill="${main}"/>`,
  notebook: (main, dark, light) => `
    <rect x="120" y="92" width="168" height="216" rx="12" fill="${dark}"/>
    <rect x="112" y="88" width="168" height="216" rx="12" fill="${main}"/>
    <rect x="112" y="88" width="26" height="216" rx="12" fill="${dark}" opacity=".55"/>
    <rect x="162" y="128" width="90" height="42" rx="6" fill="${light}"/><path d="M174 144h66M174 156h40" stroke="${dark}" stroke-width="5" stroke-linecap="round"/>
    <path d="M252 88v216" stroke="#fff" stroke-width="6" opacity=".55"/>`,
  pen: (main, dark, light) => `
    <g transform="rotate(38 200 200)"><rect x="182" y="76" width="36" height="180" rx="14" fill="${main}"/>
    <rect x="182" y="76" width="13" height="180" rx="6" fill="${light}"/><rect x="182" y="150" width="36" height="8" fill="${dark}"/>
    <path d="M184 256h32l-13 50h-6z" fill="${dark}"/><path d="M197 306h6l-3 14z" fill="#2b2b2b"/><rect x="214" y="84" width="9" height="70" rx="4" fill="${dark}"/></g>`,
  tote: (main, dark, light) => `
    <path d="M150 166c0-86 100-86 100 0" fill="none" stroke="${dark}" stroke-width="13"/>
    <path d="M104 158h192l14 134a14 14 0 0 1-14 16H104a14 14 0 0 1-14-16z" fill="${main}"/>
    <path d="M104 158h36l-8 150h-28a14 14 0 0 1-14-16z" fill="${light}" opacity=".55"/>
    <path d="M200 208c-30 0-42 22-42 44 24 4 42-8 42-44zm0 0c30 0 42 22 42 44-24 4-42-8-42-44z" fill="${dark}" opacity=".6"/>`,
};

/** The picture of a product's variant (the first variant when none is named), or null for an unknown product. */
export function drawPicture(productId: string, variantId?: string): string | null {
  const product = findProduct(productId);
  const drawing = product && DRAWINGS[product.picture];
  if (!product || !drawing) return null;
  const variant = product.variants.find(({ id }) => id === variantId) ?? product.variants[0];
  const main = variant?.color ?? '#888888';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400"><rect width="400" height="400" fill="#f4efe6"/><circle cx="200" cy="206" r="150" fill="#ebe3d4"/><ellipse cx="200" cy="308" rx="120" ry="13" fill="#000" opacity=".08"/>${drawing(main, shade(main, 0.76), shade(main, 1.2))}</svg>`;
}
