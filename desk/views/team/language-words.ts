// A language's name in the language of the desk.

export const languageWords = (shownIn: string, language: string): string =>
  new Intl.DisplayNames(shownIn, { type: 'language' }).of(language) ?? language;
