// Notices a message in another language than English, by script or by its commonest words, and holds one
// polite line in some of them. It translates nothing.

import { tokens } from '../../gateway/agent.ts';

const SCRIPTS: [string, RegExp][] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['ko', /\p{Script=Hangul}/u],
  ['zh', /\p{Script=Han}/u],
  ['uk', /[іїєґ]/i],
  ['ru', /\p{Script=Cyrillic}/u],
  ['ar', /\p{Script=Arabic}/u],
  ['he', /\p{Script=Hebrew}/u],
  ['el', /\p{Script=Greek}/u],
  ['hi', /\p{Script=Devanagari}/u],
  ['th', /\p{Script=Thai}/u],
];

const MARKERS: Record<string, string> = {
  es: 'hola gracias por favor qué cómo dónde cuánto cuesta quiero tienen tiene usted envío ustedes puedo una los las el para quisiera buenos días tazas añade',
  fr: 'bonjour merci salut vous je voudrais une les des est avez quel quelle combien où livraison coûte sont pour avec puis acheter ajoutez panier mon',
  de: 'hallo danke bitte ich möchte haben sie eine einen der die das wie viel wo ist versand kostet kann und für nicht guten tag warenkorb mein',
  it: 'ciao grazie per favore vorrei avete quanto costa dove una gli delle buongiorno sono il spedizione posso che carrello mio',
  pt: 'olá obrigado obrigada por favor eu quero quanto custa onde vocês uma os não para bom dia entrega posso você carrinho meu',
  nl: 'hallo dank bedankt alstublieft ik wil graag een het de hebben jullie hoeveel kost waar verzending kan niet voor winkelwagen mijn',
  pl: 'cześć dzień dobry dziękuję proszę chcę ile kosztuje gdzie jest czy macie jak nie koszyk mój',
  sv: 'hej tack snälla jag vill ha en ett hur mycket kostar var är frakt kan inte för varukorg min',
};

/** Words that English shares with one of the lists, worth nothing as evidence. */
const SHARED = new Set([
  'die',
  'as',
  'is',
  'a',
  'was',
  'he',
  'me',
  'no',
  'do',
  'in',
  'so',
  'salt',
  'des',
  'kind',
  'hat',
  'sale',
  'pour',
  'en',
  'min',
  'var',
  'wo',
  'son',
  'con',
  'per',
  'favor',
  'for',
  'de',
  'las',
  'los',
  'el',
  'dank',
  'kan',
  'macie',
  'mon',
  'ha',
  'ile',
  'sie',
  'het',
  'wil',
  'una',
  'il',
  'mine',
  'sono',
]);

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
  if (latin * 2 < letters) {
    for (const [language, script] of SCRIPTS) if (script.test(text)) return language;
    return 'other';
  }
  const words = tokens(text);
  const english = words.filter((word) => ENGLISH.has(word)).length;
  let best: { language: string; hits: number } | null = null;
  for (const [language, markers] of Object.entries(MARKERS)) {
    const list = new Set(markers.split(' '));
    const hits = words.filter((word) => list.has(word) && !SHARED.has(word)).length;
    if (hits > (best?.hits ?? 0)) best = { language, hits };
  }
  if (best === null || english >= best.hits) return null;
  // One marker says enough in a greeting, not in a sentence that may quote a name.
  return best.hits >= 2 || words.length <= 2 ? best.language : null;
}

export const POLITE_LINES: Record<string, string> = {
  es: 'Lo siento, solo hablo inglés.',
  fr: "Désolé, je ne parle que l'anglais.",
  de: 'Entschuldigung, ich spreche leider nur Englisch.',
  it: 'Mi dispiace, parlo solo inglese.',
  pt: 'Desculpe, só falo inglês.',
  nl: 'Sorry, ik spreek alleen Engels.',
  pl: 'Przepraszam, mówię tylko po angielsku.',
  sv: 'Tyvärr talar jag bara engelska.',
  ja: '申し訳ありませんが、英語のみ対応しております。',
  zh: '抱歉，我只会说英语。',
  ko: '죄송하지만 영어로만 답변할 수 있습니다.',
  ru: 'Извините, я говорю только по-английски.',
  uk: 'Вибачте, я розмовляю лише англійською.',
  ar: 'عذرًا، أتحدث الإنجليزية فقط.',
  he: 'מצטער, אני מדבר אנגלית בלבד.',
};
