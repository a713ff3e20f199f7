/** A wall that is taken out. */
export interface Wall {
  name: string;
  file: string;
  /** Stands once in the file. */
  find: string;
  replace: string;
}

/** What must notice: a file of tests that fails, or the attack (a part of its name) that gets through. */
export type Mutant = Wall & ({ test: string } | { attack: string });
