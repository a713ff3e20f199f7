// Why WordPress can't run on this machine, in one sentence for the person who started it.

export class Missing extends Error {}
