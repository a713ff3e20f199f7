// Words of the menu that came after the languages' own tables were full.

import type { LaterTable } from '../later-words.ts';

export default {
  sound: {
    en: 'Sound',
    ar: 'الصوت',
    cs: 'Zvuk',
    da: 'Lyd',
    de: 'Ton',
    el: 'Ήχος',
    es: 'Sonido',
    fa: 'صدا',
    fi: 'Ääni',
    fr: 'Son',
    he: 'צליל',
    hu: 'Hang',
    id: 'Suara',
    it: 'Suono',
    ja: 'サウンド',
    ko: '소리',
    nb: 'Lyd',
    nl: 'Geluid',
    pl: 'Dźwięk',
    'pt-BR': 'Som',
    'pt-PT': 'Som',
    ro: 'Sunet',
    ru: 'Звук',
    sv: 'Ljud',
    th: 'เสียง',
    tr: 'Ses',
    uk: 'Звук',
    vi: 'Âm thanh',
    'zh-CN': '声音',
    'zh-TW': '音效',
  },
} satisfies LaterTable;
