// The texts of an app that a conversation has shown, in English.

export const appEnglish = {
  appOnlyRead:
    'This is what the visitor saw. Here the app is only shown: nothing that it asks for is done.',
  appMissing: 'This app can’t be shown.',
} as const;
