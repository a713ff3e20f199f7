// What the mail to a visitor says around the team's answer, in the language that the site's owner has set.

import { isRecord } from '../wire.ts';

export interface VisitorWords {
  subject(site: string): string;
  answered(name: string): string;
  goOn: string;
  noReply: string;
}

const WORDS: Readonly<Record<string, VisitorWords>> = {
  en: {
    subject: (site) => `Your answer from ${site}`,
    answered: (name) => `${name} has answered you:`,
    goOn: 'Go on with the conversation here:',
    noReply:
      'A reply to this mail is read by nobody. The link is for you alone and works for 30 days.',
  },
  de: {
    subject: (site) => `Ihre Antwort von ${site}`,
    answered: (name) => `${name} hat Ihnen geantwortet:`,
    goOn: 'Hier geht das Gespräch weiter:',
    noReply:
      'Eine Antwort auf diese Mail liest niemand. Der Link ist nur für Sie und gilt 30 Tage lang.',
  },
  es: {
    subject: (site) => `Su respuesta de ${site}`,
    answered: (name) => `${name} le ha respondido:`,
    goOn: 'Siga la conversación aquí:',
    noReply:
      'Nadie lee las respuestas a este correo. El enlace es solo para usted y funciona durante 30 días.',
  },
  fr: {
    subject: (site) => `Votre réponse de ${site}`,
    answered: (name) => `${name} vous a répondu :`,
    goOn: 'Poursuivez la conversation ici :',
    noReply:
      'Personne ne lit les réponses à ce courriel. Le lien n’est que pour vous et fonctionne 30 jours.',
  },
  pt: {
    subject: (site) => `Sua resposta de ${site}`,
    answered: (name) => `${name} respondeu a você:`,
    goOn: 'Continue a conversa aqui:',
    noReply: 'Ninguém lê respostas a este e-mail. O link é só para você e funciona por 30 dias.',
  },
};
const ENGLISH = WORDS.en as VisitorWords;

/** @param settings JSON of a site's look; null: none */
export function visitorWords(settings: string | null): VisitorWords {
  const given: unknown = settings === null ? null : JSON.parse(settings);
  const lang = isRecord(given) && typeof given.lang === 'string' ? given.lang : 'en';
  return WORDS[lang.split('-')[0] ?? 'en'] ?? ENGLISH;
}
