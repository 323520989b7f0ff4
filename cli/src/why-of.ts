/** What Node says of a request that failed: the reason stands in the cause. */
export function whyOf(error: unknown): string {
  const { cause, message } = error as Error & { cause?: { code?: string; message?: string } };
  return cause?.code ?? (cause?.message || message);
}
