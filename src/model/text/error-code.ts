// The code that an error of the system bears, such as ENOENT, and what it means.

/** undefined of an error without one: a fault of our own. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ["EACCES", "permission denied"],
  ["EPERM", "not permitted"],
  ["EROFS", "the disk is read-only"],
  ["ENOSPC", "the disk is full"],
  ["EDQUOT", "the disk quota is used up"],
  ["ENOENT", "there is no such file or folder"],
  ["ENOTDIR", "a part of its path is a file"],
  ["EEXIST", "a file of that name exists"],
  ["EISDIR", "it is a folder"],
  ["ELOOP", "it is a symbolic link, or its links form a circle"],
  ["EMFILE", "too many files are open"],
  ["ENAMETOOLONG", "its name is too long"],
  ["EIO", "the disk reports an error"],
]);

/** `permission denied (EACCES)`; a code that isn't known stands alone. */
export function systemReason(code: string): string {
  const reason = REASONS.get(code);
  return reason === undefined ? code : `${reason} (${code})`;
}

/** What to do about a folder that can't be written to. @param option that names another one */
export function writeRemedy(code: string, option: string): string {
  const isFull = code === "ENOSPC" || code === "EDQUOT";
  return isFull ? `Free some space, or name another folder with ${option}.` : `Name a writable folder with ${option}.`;
}
