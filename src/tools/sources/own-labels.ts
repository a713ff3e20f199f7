// The answers of the widget's own question before a tool, in each of its languages: what an agent lets the visitor press may not
// say them. A copy of what stands in src/i18n, which this room can't read and of which only one language is ever loaded; a test
// compares the two.

import { readings } from './readings.ts';

export const OWN_LABELS =
  'Allow once|Always in this conversation|Don’t allow|السماح مرة واحدة|دائمًا في هذه المحادثة|عدم السماح|Povolit jednou|Vždy v této konverzaci|Nepovolit|Tillad én gang|Altid i samtalen|Tillad ikke|Einmal erlauben|Immer in diesem Gespräch|Nicht erlauben|Να επιτραπεί μία φορά|Πάντα σε αυτή τη συζήτηση|Να μην επιτραπεί|Permitir una vez|Siempre en esta conversación|No permitir|یک بار اجازه|همیشه در این گفتگو|اجازه ندهید|Salli kerran|Aina tässä keskustelussa|Älä salli|Autoriser une fois|Toujours dans cette conversation|Ne pas autoriser|אישור חד־פעמי|תמיד בשיחה הזאת|לא לאשר|Engedélyezés egyszer|Mindig ebben a beszélgetésben|Nem engedélyezem|Izinkan sekali|Selalu di percakapan ini|Jangan izinkan|Consenti una volta|Sempre in questa conversazione|Non consentire|今回だけ許可|この会話では常に許可|許可しない|한 번 허용|이 대화에서 항상 허용|허용 안 함|Tillat én gang|Alltid i denne samtalen|Ikke tillat|Eén keer toestaan|Altijd in dit gesprek|Niet toestaan|Zezwól raz|Zawsze w tej rozmowie|Nie zezwalaj|Permitir uma vez|Sempre nesta conversa|Não permitir|Permite o dată|Mereu în această conversație|Nu permite|Разрешить один раз|Всегда в этом разговоре|Не разрешать|Tillåt en gång|Alltid i konversationen|Tillåt inte|อนุญาตครั้งเดียว|ทุกครั้งในบทสนทนานี้|ไม่อนุญาต|Bir kez izin ver|Bu sohbette her zaman|İzin verme|Дозволити один раз|Завжди в цій розмові|Не дозволяти|Cho phép một lần|Luôn cho phép trong cuộc trò chuyện này|Không cho phép|允许一次|在此对话中始终允许|不允许|允許一次|在此對話中一律允許|不允許';

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
