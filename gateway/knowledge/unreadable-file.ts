// The refusal of a file that an owner imports.

/** The file can't be read; the message is for the caller, who puts the file's name before it. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}
