import { UsageError } from "@/scripts/run-with-options";

/**
 * Where events are forwarded to: a URL, or without its scheme, or a port of this machine.
 * @throws UsageError
 */
export function readTarget(given: string): URL {
  const full = /^\d+(?:\/|$)/.test(given)
    ? `http://localhost:${given}`
    : given.includes("://")
      ? given
      : `http://${given}`;
  const url = URL.canParse(full) ? new URL(full) : undefined;
  if (url?.protocol === "http:" || url?.protocol === "https:") return url;
  throw new UsageError(`--forward-to is an http(s) address, or a port, not ${given}`);
}
