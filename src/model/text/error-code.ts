// The code that an error of the system bears, such as ENOENT.

/** undefined of an error without one: a fault of our own. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
