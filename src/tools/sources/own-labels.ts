// The answers of the widget's own question before a tool, in each of its languages: what an agent lets the visitor press may not
// say them. A copy of what stands in src/i18n, which this room can't read and of which only one language is ever loaded; a test
// compares the two.

import { readings } from './readings.ts';

export const OWN_LABELS =
  'Allow once|Always in this conversation|Don’t allow|السماح مرة واحدة|دائمًا في هذه المحادثة|عدم السماح|Povolit jednou|Vždy v této konverzaci|Nepovolit|Tillad én gang|Altid i samtalen|Tillad ikke|Einmal erlauben|Immer in diesem Gespräch|Nicht erlauben|Να επιτραπεί μία φορά|Πάντα σε αυτή τη συζήτηση|Να μην επιτραπεί|Permitir una vez|Siempre en esta conversación|No permitir|یک بار اجازه|همیشه در این گفتگو|اجازه ندهید|Salli kerran|Aina tässä keskustelussa|Älä salli|Autoriser une fois|Toujours dans cette conversation|Ne pas autoriser|אישור חד־פעמי|תמיד בשיחה הזאת|לא לאשר|Engedélyezés egyszer|Mindig ebben a beszélgetésben|Nem engedélyezem|Izinkan sekali|Selalu di percakapan ini|Jangan izinkan|Consenti una volta|Sempre in questa conversazione|Non consentire|今回だけ許可|この会話では常に許可|許可しない|한 번 허용|이 대화에서 항상 허용|허용 안 함|Tillat én gang|Alltid i denne samtalen|Ikke tillat|Eén keer toestaan|Altijd in dit gesprek|Niet toestaan|Zezwól raz|Zawsze w tej rozmowie|Nie zezwalaj|Permitir uma vez|Sempre nesta conversa|Não permitir|Permite o dată|Mereu în această conversație|Nu permite|Разрешить один раз|Всегда в этом разговоре|Не разрешать|Tillåt en gång|Alltid i konversationen|Tillåt inte|อนุญาตครั้งเดียว|ทุกครั้งในบทสนทนานี้|ไม่อนุญาต|Bir kez izin ver|Bu sohbette her zaman|İzin verme|Дозволити один раз|Завжди в цій розмові|Не дозволяти|Cho phép một lần|Luôn cho phép trong cuộc trò chuyện này|Không cho phép|允许一次|在此对话中始终允许|不允许|允許一次|在此對話中一律允許|不允許|Don’t ask again in this chat|عدم السؤال مجددًا في هذه المحادثة|V tomto chatu se už neptat|Spørg ikke igen i denne chat|In diesem Chat nicht mehr fragen|Χωρίς νέα ερώτηση στη συνομιλία|No volver a preguntar en este chat|در این گفتگو دوباره پرسیده نشود|Älä kysy uudelleen tässä keskustelussa|Ne plus demander dans ce chat|לא לשאול שוב בצ׳אט הזה|Ne kérdezze újra ebben a csevegésben|Jangan tanya lagi di obrolan ini|Non chiedere più in questa chat|このチャットでは再度確認しない|이 채팅에서 다시 묻지 않기|Ikke spør igjen i denne chatten|Niet meer vragen in deze chat|Nie pytaj ponownie w tym czacie|Não perguntar de novo neste chat|Não voltar a perguntar neste chat|Nu mai întreba în acest chat|Больше не спрашивать в этом чате|Fråga inte igen i den här chatten|ไม่ต้องถามอีกในแชตนี้|Bu sohbette tekrar sorma|Більше не питати в цьому чаті|Không hỏi lại trong cuộc trò chuyện này|在此对话中不再询问|在此對話中不再詢問';

const squeezed = (reading: string): string => reading.replace(/[^\p{L}\p{N}]+/gu, '');
const OWN = OWN_LABELS.split('|').map((label) => squeezed(readings(label)[0] ?? ''));

/** Whether a label reads as one of ours, whatever stands around it: "✓ Allow once", "Dоn’t allow (safe)". */
export function readsAsOwn(label: string): boolean {
  return readings(label).some((reading) => {
    const text = squeezed(reading);
    // Where ours is a small part of a sentence, nobody takes it for the button.
    return OWN.some((own) => text.includes(own) && own.length * 2 >= text.length);
  });
}
