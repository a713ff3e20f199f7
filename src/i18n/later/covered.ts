// What stands below the buttons of a question while something of the page lies over them.

import type { LaterTable } from '../later-words.ts';

export default {
  covered: {
    en: 'Something on this page lies over these buttons. Close it to answer.',
    ar: 'هناك شيء في هذه الصفحة يغطي هذه الأزرار. أغلقه لتتمكن من الإجابة.',
    cs: 'Něco na této stránce překrývá tato tlačítka. Zavřete to, abyste mohli odpovědět.',
    da: 'Noget på siden dækker disse knapper. Luk det for at svare.',
    de: 'Etwas auf dieser Seite liegt über diesen Schaltflächen. Schließen Sie es, um zu antworten.',
    el: 'Κάτι σε αυτή τη σελίδα καλύπτει αυτά τα κουμπιά. Κλείστε το για να απαντήσετε.',
    es: 'Algo en esta página cubre estos botones. Ciérrelo para responder.',
    fa: 'چیزی در این صفحه روی این دکمه‌ها قرار گرفته است. برای پاسخ دادن آن را ببندید.',
    fi: 'Jokin tällä sivulla peittää nämä painikkeet. Sulje se, niin voit vastata.',
    fr: 'Un élément de cette page recouvre ces boutons. Fermez-le pour répondre.',
    he: 'משהו בדף הזה מכסה את הכפתורים האלה. יש לסגור אותו כדי לענות.',
    hu: 'Valami ezen az oldalon eltakarja ezeket a gombokat. Zárja be, hogy válaszolhasson.',
    id: 'Sesuatu di halaman ini menutupi tombol-tombol ini. Tutup dulu untuk menjawab.',
    it: 'Qualcosa in questa pagina copre questi pulsanti. Chiuderlo per rispondere.',
    ja: 'このページの何かがこれらのボタンに重なっています。閉じると回答できます。',
    ko: '이 페이지의 다른 요소가 버튼을 가리고 있습니다. 닫은 뒤 답해 주세요.',
    nb: 'Noe på denne siden dekker disse knappene. Lukk det for å svare.',
    nl: 'Iets op deze pagina ligt over deze knoppen. Sluit het om te antwoorden.',
    pl: 'Coś na tej stronie zasłania te przyciski. Zamknij to, aby odpowiedzieć.',
    'pt-BR': 'Algo nesta página está cobrindo estes botões. Feche para responder.',
    'pt-PT': 'Algo nesta página está a tapar estes botões. Feche-o para responder.',
    ro: 'Ceva de pe această pagină acoperă aceste butoane. Închideți-l pentru a răspunde.',
    ru: 'Что-то на этой странице закрывает эти кнопки. Закройте это, чтобы ответить.',
    sv: 'Något på sidan täcker de här knapparna. Stäng det för att svara.',
    th: 'มีบางอย่างในหน้านี้บังปุ่มเหล่านี้อยู่ ปิดสิ่งนั้นเพื่อตอบ',
    tr: 'Bu sayfadaki bir şey bu düğmelerin üzerini kapatıyor. Yanıtlamak için onu kapatın.',
    uk: 'Щось на цій сторінці закриває ці кнопки. Закрийте це, щоб відповісти.',
    vi: 'Có thứ gì đó trên trang này che các nút này. Hãy đóng nó để trả lời.',
    'zh-CN': '此页面上有内容遮住了这些按钮。请将其关闭后再回答。',
    'zh-TW': '此頁面上有內容遮住了這些按鈕。請將其關閉後再回答。',
  },
} satisfies LaterTable;
