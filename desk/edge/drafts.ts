// What somebody has begun to write in a conversation, kept on this device until it is sent.

const KEY = 'bellhop-desk-draft:';

export interface Drafts {
  read(name: string): string;
  write(name: string, text: string): void;
}

export function createDrafts(view: Window): Drafts {
  return {
    read(name) {
      try {
        return view.localStorage.getItem(KEY + name) ?? '';
      } catch {
        return '';
      }
    },
    write(name, text) {
      try {
        if (text === '') view.localStorage.removeItem(KEY + name);
        else view.localStorage.setItem(KEY + name, text);
      } catch {
        // Then it holds until the page is left.
      }
    },
  };
}
