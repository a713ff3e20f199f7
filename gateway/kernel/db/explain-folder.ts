// Why the embedded database's folder can't be used, in a sentence that names the folder, the cause and the way out.

/** SQLite's answers for the file by which a folder is locked: full, can't be opened, may not be written. */
const SQLITE: Readonly<Record<number, string>> = { 8: 'EACCES', 13: 'ENOSPC', 14: 'EACCES' };

/**
 * @param error as openDatabase has thrown it for this folder
 * @returns a sentence or two, beginning in lower case; null where the error says it in its own words
 */
export function explainFolder(error: unknown, folder: string): string | null {
  const code = codeOf(error);
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return `the data folder ${folder} may not be written by this account${accountName()}. Give it to that account (chown), or choose another folder with --data.`;
    case 'EROFS':
      return `the data folder ${folder} is on a file system that can only be read. Choose another folder with --data.`;
    case 'ENOSPC':
    case 'EDQUOT':
      return `the disk with the data folder ${folder} is full. Make room, or choose another folder with --data.`;
    case 'ENOTDIR':
    case 'EEXIST':
      return `the data folder ${folder} can’t be made: a file stands at that path. Choose another folder with --data.`;
    case 'ENOENT':
      return `the data folder ${folder} can’t be made there. Choose another folder with --data.`;
  }
  return isDamaged(error)
    ? `the database in ${folder} can’t be opened: its files are damaged, or another version made them. Restore a backup, or choose another folder with --data.`
    : null;
}

/** PGlite says no more than that it gave up. */
function isDamaged(error: unknown): boolean {
  return (
    error instanceof Error && /PGlite failed|unreachable|Aborted|PANIC|FATAL/.test(error.message)
  );
}

function codeOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if ('errcode' in error && typeof error.errcode === 'number') {
    return SQLITE[error.errcode & 0xff] ?? null;
  }
  return 'code' in error && typeof error.code === 'string' ? error.code : null;
}

function accountName(): string {
  const id = process.getuid?.();
  return id === undefined ? '' : ` (user id ${id})`;
}
