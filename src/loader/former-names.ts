/** By today's name of an option, the one of before: it goes on working, and counts where today's says nothing. */
export const FORMER_NAMES: ReadonlyMap<string, string> = new Map([['loginNonceUrl', 'nonceUrl']]);
