/** Postgres refused a statement for what is in it (SQLSTATE classes 22 and 23: data exceptions, broken constraints); nothing was written. */
export function isRefusedAsWrong(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^2[23]/.test(String(error.code));
}
