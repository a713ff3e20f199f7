// Notices a message in another language than English, by its script or its commonest words, and has one polite line in
// some of them. It translates nothing: a model does.

import { tokens } from '../../gateway/agent.ts';

const SCRIPTS: [string, RegExp][] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['zh', /\p{Script=Han}/u],
  ['ru', /\p{Script=Cyrillic}/u],
  ['ar', /\p{Script=Arabic}/u],
];

/** Common words of each language that don't exist in English. */
const MARKERS: Record<string, string> = {
  es: 'hola gracias qué cómo dónde cuánto cuesta quiero tienen tiene envío quisiera buenos taza tazas añade',
  fr: 'bonjour merci salut vous voudrais est avez quel quelle combien où livraison coûte acheter ajoutez panier tasse tasses',
  de: 'hallo danke bitte ich möchte haben eine einen das wie viel wo ist versand kostet kann und nicht guten warenkorb',
  it: 'ciao grazie vorrei avete quanto costa dove buongiorno spedizione posso carrello',
};

const ENGLISH = new Set(
  'the and you your is are what how do does can i my me to for of it this that please have with want add cart show where when hello hi thanks'.split(
    ' ',
  ),
);

/** A BCP 47 language where the message is clearly not English, null otherwise. */
export function detectLanguage(text: string): string | null {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters < 2) return null;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (latin * 2 < letters) return SCRIPTS.find(([, script]) => script.test(text))?.[0] ?? 'other';
  const words = tokens(text);
  const english = words.filter((word) => ENGLISH.has(word)).length;
  for (const [language, markers] of Object.entries(MARKERS)) {
    const hits = words.filter((word) => markers.split(' ').includes(word)).length;
    // One marker says enough in a greeting, not in a sentence that may quote a name.
    if (hits > english && (hits >= 2 || words.length <= 2)) return language;
  }
  return null;
}

export const POLITE_LINES: Record<string, string> = {
  es: 'Lo siento, solo hablo inglés.',
  fr: "Désolé, je ne parle que l'anglais.",
  de: 'Entschuldigung, ich spreche leider nur Englisch.',
  it: 'Mi dispiace, parlo solo inglese.',
  ja: '申し訳ありませんが、英語のみ対応しております。',
  zh: '抱歉，我只会说英语。',
  ru: 'Извините, я говорю только по-английски.',
  ar: 'عذرًا، أتحدث الإنجليزية فقط.',
};
