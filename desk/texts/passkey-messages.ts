// The texts of passkeys, in English.

export const passkeyEnglish = {
  passkeys: 'Passkeys',
  passkeysText:
    'Sign in with a finger, a face or the PIN of a device: no password to type, none to steal.',
  passkeyName: 'Name of the passkey',
  passkeyNameHint: 'Such as “My phone”. So that you know later which one it is.',
  passkeyAdd: 'Add a passkey',
  passkeyAdded: 'Added.',
  passkeyNotAdded: 'None was added.',
  passkeySince: 'Added {when}',
  passkeyUsed: 'Used {when}',
  passkeyUnused: 'Not used yet',
  passkeyRemove: 'Remove',
  passkeyRemoveSure: 'Yes, remove it',
  passkeySignIn: 'Sign in with a passkey',
  passkeyNotUsed: 'No passkey was used. Try again, or sign in another way.',
  passkeyWrong: 'This passkey doesn’t sign in here (any more). Sign in another way.',
} as const;
