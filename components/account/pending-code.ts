import { keep, kept } from "@/lib/client/browser-storage";

/** What a code that this browser asked for is for. */
type CodePurpose = "sign_up" | "login" | "reset";

/** A code that this browser asked for, so that the link of its mail can fill it in, in another tab too. */
export interface PendingCode {
  readonly use: CodePurpose;
  readonly flow: string;
  readonly email: string;
}

const place = "stipend:code";
/** As long as the codes of mails are good. */
const goodForMs = 10 * 60_000;

/** Keeps what was asked for. A browser that stores nothing has its codes typed. */
export function keepPendingCode(pending: PendingCode): void {
  keep(place, JSON.stringify({ ...pending, until: Date.now() + goodForMs }));
}

/** Forgets what was asked for, once it is proved. */
export function forgetPendingCode(): void {
  keep(place, null);
}

/** What this browser asked for in the last ten minutes. */
function findPendingCode(): PendingCode | null {
  try {
    const pending: unknown = JSON.parse(kept(place) ?? "null");
    return isPending(pending) && pending.until > Date.now() ? pending : null;
  } catch {
    return null;
  }
}

function isPending(kept: unknown): kept is PendingCode & { until: number } {
  if (typeof kept !== "object" || kept === null) return false;
  const { use, flow, email, until } = kept as Record<string, unknown>;
  return (
    ["sign_up", "login", "reset"].some((known) => known === use) &&
    typeof flow === "string" &&
    typeof email === "string" &&
    typeof until === "number"
  );
}

/** The code of a mail's link, and what it was asked for. */
export interface CodeLink {
  readonly code: string;
  /** Null where another browser asked. */
  readonly pending: PendingCode | null;
}

/** Takes the code out of the page's address, where it is then no longer seen; null without one. */
export function takeCodeLink(): CodeLink | null {
  const code = /^#code=(\d{6})$/.exec(location.hash)?.[1];
  if (code === undefined) return null;
  history.replaceState(history.state, "", `${location.pathname}${location.search}`);
  return { code, pending: findPendingCode() };
}
