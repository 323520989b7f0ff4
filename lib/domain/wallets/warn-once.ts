import type { Logger } from "@/lib/adapters/logger/logger";

const WINDOW_MS = 5 * 60_000;
const warned = new Map<string, number>();

/** Logs a warning, and stays silent about the same subject for five minutes. */
export function warnOnce(
  log: Logger,
  subject: string,
  fields: Record<string, unknown>,
  message: string,
): void {
  const now = performance.now();
  if (now < (warned.get(subject) ?? 0)) return;
  warned.set(subject, now + WINDOW_MS);
  log.warn(fields, message);
}
