interface Place {
  file: string;
  /** Stands once in the file. */
  find: string;
  replace: string;
}

/** A wall that is taken out. */
export interface Wall extends Place {
  name: string;
  /** Where it stands twice, one behind the other: its other places. */
  more?: readonly Place[];
}

/** What must notice: a file of tests, or one of its titles, that fails, or the attack (a part of its name) that gets through. */
export type Mutant = Wall & ({ test: string; title?: string } | { attack: string });
