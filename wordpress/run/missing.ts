// Why WordPress can't run on this machine, in one sentence for whoever wanted it.

export class Missing extends Error {}
