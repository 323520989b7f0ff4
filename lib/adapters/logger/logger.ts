import { pino } from "pino";

/** What product code logs through. */
export interface Logger {
  debug(fields: Record<string, unknown>, message: string): void;
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}

/** Paths that never appear in a log line. */
const secretPaths = ["authorization", "apiKey", "secret", "privateKey", "raw", "headers"];

/** JSON lines on standard output; secrets are redacted. */
export function createLogger(level: string): Logger {
  const paths = secretPaths.flatMap((path) => [path, `*.${path}`]);
  return pino({ level, redact: { paths, censor: "[redacted]" }, base: undefined });
}
