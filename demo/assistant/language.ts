// Notices a message in another language than English, and says in that language, kindly, that only English is spoken here.

import { eld } from 'eld/small';
import { tokens } from '../../gateway/agent.ts';
import { VOCABULARY } from './examples.ts';

/** One sentence each, to which the addresses of the shop's people are added; a greeting alone tells the language, too. */
const LINES = `
de hallo,guten,tag,moin,danke,bitte | Entschuldigung, ich spreche leider nur Englisch, aber unser Team hilft Ihnen gern weiter:
fr bonjour,salut,bonsoir,merci,svp | Désolé, je ne parle que l'anglais, mais notre équipe vous aidera volontiers :
es hola,buenos,buenas,gracias | Lo siento, solo hablo inglés, pero nuestro equipo le ayudará con mucho gusto:
it ciao,buongiorno,grazie,salve | Mi dispiace, parlo solo inglese, ma il nostro team sarà lieto di aiutarla:
pt olá,obrigado,obrigada,oi | Desculpe, só falo inglês, mas a nossa equipa terá todo o gosto em ajudar:
nl hoi,dank,bedankt,goedemorgen | Sorry, ik spreek alleen Engels, maar ons team helpt u graag verder:
pl cześć,dzień,dziękuję | Przepraszam, mówię tylko po angielsku, ale nasz zespół chętnie pomoże:
sv hej,tack,tjena | Tyvärr talar jag bara engelska, men vårt team hjälper dig gärna:
da goddag,tak | Beklager, jeg taler kun engelsk, men vores team hjælper dig gerne:
no hei,takk | Beklager, jeg snakker bare engelsk, men teamet vårt hjelper deg gjerne:
fi moi,kiitos,terve | Valitettavasti puhun vain englantia, mutta tiimimme auttaa mielellään:
cs ahoj,dobrý,děkuji | Omlouvám se, mluvím jen anglicky, ale náš tým vám rád pomůže:
ro bună,mulțumesc,salut | Îmi pare rău, vorbesc doar engleza, dar echipa noastră vă ajută cu plăcere:
hu szia,köszönöm | Sajnálom, csak angolul beszélek, de csapatunk szívesen segít:
tr merhaba,selam,teşekkürler | Üzgünüm, yalnızca İngilizce biliyorum, ama ekibimiz size memnuniyetle yardımcı olur:
ca bon,gràcies | Ho sento, només parlo anglès, però el nostre equip us ajudarà amb molt de gust:
vi xin,chào | Xin lỗi, tôi chỉ nói được tiếng Anh, nhưng đội ngũ của chúng tôi sẵn lòng giúp bạn:
id halo,terima | Maaf, saya hanya bisa berbahasa Inggris, tetapi tim kami dengan senang hati membantu:
uk привіт | Вибачте, я розмовляю лише англійською, але наша команда радо допоможе:
ru привет | Извините, я говорю только по-английски, но наша команда с радостью поможет:
el γεια | Συγγνώμη, μιλώ μόνο αγγλικά, αλλά η ομάδα μας θα σας βοηθήσει ευχαρίστως:
ar مرحبا | عذرًا، أتحدث الإنجليزية فقط، لكن فريقنا يسعده مساعدتك:
he שלום | סליחה, אני דובר אנגלית בלבד, אבל הצוות שלנו ישמח לעזור:
hi नमस्ते | क्षमा करें, मैं केवल अंग्रेज़ी बोलता हूँ, लेकिन हमारी टीम ख़ुशी से मदद करेगी:
th สวัสดี | ขออภัย ฉันพูดได้แต่ภาษาอังกฤษ แต่ทีมงานของเรายินดีช่วยเหลือ:
ja こんにちは | 申し訳ありませんが、英語のみ対応しております。スタッフが喜んでお手伝いいたします：
zh 你好 | 抱歉，我只会说英语，我们的工作人员很乐意为您服务：
ko 안녕하세요 | 죄송하지만 영어만 할 수 있습니다. 저희 직원이 기꺼이 도와드리겠습니다:
`
  .trim()
  .split('\n')
  .map((line) => {
    const [, language = '', words = '', sentence = ''] = /^(\w+) (\S+) \| (.*)$/.exec(line) ?? [];
    return { language, words: words.split(','), sentence };
  });

/** Where the detector needs letters that a script alone gives. */
const SCRIPTS: readonly [string, RegExp][] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['zh', /\p{Script=Han}/u],
  ['ko', /\p{Script=Hangul}/u],
  ['th', /\p{Script=Thai}/u],
  ['el', /\p{Script=Greek}/u],
  ['he', /\p{Script=Hebrew}/u],
  ['hi', /\p{Script=Devanagari}/u],
];
/** Another language must be likelier than English by so much. */
const MARGIN = 0.1;

/** A language where the message is clearly not English, null otherwise. `names`: words of the catalogue. */
export function detectLanguage(text: string, names: readonly string[] = []): string | null {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters < 2) return null;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  const script = SCRIPTS.find(([, of]) => of.test(text))?.[0];
  const found = eld.detect(text);
  if (latin * 2 < letters) return script ?? (found.language || 'other');
  const words = tokens(text).filter((word) => !/\d/.test(word));
  const known = new Set(names.flatMap(tokens));
  const english = words.filter((word) => VOCABULARY.has(word) || known.has(word)).length;
  const greeting = LINES.find((line) => words.some((word) => line.words.includes(word)));
  if (greeting && english * 2 <= words.length) {
    return LINES.some(({ language }) => language === found.language) && found.isReliable()
      ? found.language
      : greeting.language;
  }
  const scores = found.getScores();
  const isForeign = found.language !== 'en' && found.isReliable();
  const isLikelier = (scores[found.language] ?? 0) - (scores.en ?? 0) >= MARGIN;
  const isKnown = LINES.some(({ language }) => language === found.language);
  if (!isForeign || !isLikelier || !isKnown || words.length < 2) return null;
  return english * 2 < words.length ? found.language : null;
}

/** One kind sentence in that language, and how people are reached. */
export function politeLine(language: string, people: string): string {
  const line = LINES.find((one) => one.language === language)?.sentence;
  return `${line ?? "I'm sorry, I only speak English, but our people will gladly help:"} ${people.replace(' or ', ' / ').replace(/ \(.*\)$/, '')}`;
}
