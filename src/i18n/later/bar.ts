// Words of the bar that the chat becomes on a phone when a tool shows something of the page.

import type { LaterTable } from '../later-words.ts';

export default {
  showChat: {
    en: 'Show chat',
    ar: 'عرض المحادثة',
    cs: 'Zobrazit chat',
    da: 'Vis chat',
    de: 'Chat zeigen',
    el: 'Εμφάνιση συνομιλίας',
    es: 'Mostrar el chat',
    fa: 'نمایش گفتگو',
    fi: 'Näytä chat',
    fr: 'Afficher la discussion',
    he: 'הצגת הצ׳אט',
    hu: 'Csevegés megjelenítése',
    id: 'Tampilkan obrolan',
    it: 'Mostra la chat',
    ja: 'チャットを表示',
    ko: '채팅 보기',
    nb: 'Vis chatten',
    nl: 'Chat tonen',
    pl: 'Pokaż czat',
    'pt-BR': 'Mostrar o chat',
    'pt-PT': 'Mostrar o chat',
    ro: 'Arată chatul',
    ru: 'Показать чат',
    sv: 'Visa chatten',
    th: 'แสดงแชท',
    tr: 'Sohbeti göster',
    uk: 'Показати чат',
    vi: 'Hiện trò chuyện',
    'zh-CN': '显示聊天',
    'zh-TW': '顯示聊天',
  },
} satisfies LaterTable;
