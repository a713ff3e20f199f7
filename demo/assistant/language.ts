// Notices a message in another language than English, by its script, its letters or its commonest words, and says in that
// language that only English is spoken here. It translates nothing: a model does.

import { tokens } from '../../gateway/agent.ts';

/** The language, common words that English has not, letters that say enough by themselves, and what is said in it. */
const LATIN = `
de | hallo danke bitte ich möchte haben habt ihr sie eine einen ein das der den dem wie viel lange dauert wo ist versand lieferung kostet kosten kann und nicht guten warenkorb zurückgeben für mit auf gibt es welche farben wann mein meine bestellung | [äöüß] | Entschuldigung, ich spreche leider nur Englisch.
fr | bonjour merci salut vous voudrais est avez quel quelle quels combien où livraison coûte acheter ajoutez panier tasse tasses je les des une puis-je retourner c'est quand comment avec dans | [êœ]|ç[aou] | Désolé, je ne parle que l'anglais.
es | hola gracias qué cómo dónde cuánto cuesta quiero tienen tiene envío envíos quisiera buenos taza tazas añade puedo devolver cuando una hacéis hacen | [¿¡ñ] | Lo siento, solo hablo inglés.
it | ciao grazie vorrei avete quanto costa dove buongiorno spedizione posso carrello consegna quando restituire una che |  | Mi dispiace, parlo solo inglese.
pt | olá obrigado obrigada quero você vocês quanto custa onde entrega posso carrinho têm tem uma quando devolver não | [ãõ] | Desculpe, só falo inglês.
nl | hallo bedankt graag ik wil hebben jullie hoeveel kost waar levering bezorging kan een het wanneer winkelwagen duurt terugsturen voor |  | Sorry, ik spreek alleen Engels.
pl | dzień dobry cześć dziękuję proszę chcę ile kosztuje gdzie dostawa czy macie kiedy mogę zwrócić koszyk | [łśżźćń] | Przepraszam, mówię tylko po angielsku.
tr | merhaba teşekkürler istiyorum kaç nerede kargo var mı zaman sepet bir için | [ğşı] | Üzgünüm, yalnızca İngilizce biliyorum.
sv | hej tack jag vill har ni hur mycket kostar leverans kan och inte kundvagn när | å | Tyvärr talar jag bara engelska.
`
  .trim()
  .split('\n')
  .map((line) => {
    const [language = '', words = '', letters = '', polite = ''] = line.split(' | ');
    return { language, words: words.split(' '), letters: new RegExp(letters || '^$'), polite };
  });

const SCRIPTS: readonly [string, RegExp, string][] = [
  [
    'ja',
    /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
    '申し訳ありませんが、英語のみ対応しております。',
  ],
  ['zh', /\p{Script=Han}/u, '抱歉，我只会说英语。'],
  ['ko', /\p{Script=Hangul}/u, '죄송하지만 영어만 할 수 있습니다.'],
  ['ru', /\p{Script=Cyrillic}/u, 'Извините, я говорю только по-английски.'],
  ['ar', /\p{Script=Arabic}/u, 'عذرًا، أتحدث الإنجليزية فقط.'],
  ['he', /\p{Script=Hebrew}/u, 'סליחה, אני דובר אנגלית בלבד.'],
  ['el', /\p{Script=Greek}/u, 'Συγγνώμη, μιλώ μόνο αγγλικά.'],
];

const ENGLISH = new Set(
  'the and you your is are what how do does can i my me to for of it this that please have with want add cart show where when hello hi thanks in'.split(
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
  const scored = LATIN.map(({ language, words: known, letters: own }) => {
    const hits = words.filter((word) => known.includes(word)).length;
    return { language, score: hits + Number(own.test(text.toLowerCase())) };
  });
  const best = scored.sort((a, b) => b.score - a.score)[0];
  if (best === undefined || best.score <= english) return null;
  // One sign says enough in a short message, not in a sentence that may quote a name.
  return best.score >= 2 || words.length <= 4 ? best.language : null;
}

/** One polite sentence; empty for a language that has none here. */
export function politeLine(language: string): string {
  const latin = LATIN.find((one) => one.language === language);
  return latin?.polite ?? SCRIPTS.find(([name]) => name === language)?.[2] ?? '';
}
