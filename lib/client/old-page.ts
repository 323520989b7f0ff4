import { fetchOwn } from "./fetch-own";
import { createStore } from "./store";
import { keepTyped, typedNow } from "./typed-values";

/** Whether the server runs a newer build than this page's, whose code or actions are gone: only loading it again helps. */
export const oldPage = createStore<boolean, boolean>((_, next) => next, false);

/** Tells the page that it is old; what is typed is kept from now on. */
export function tellOldPage(typed = typedNow()): void {
  keepTyped(typed);
  oldPage.dispatch(true);
}

/** Whether the server no longer knows a server action. By name: Next's own test would bring its navigation module along. */
export const isGoneAction = (error: unknown): boolean =>
  error instanceof Error && error.name === "UnrecognizedActionError";

/** The address of the build's file that an element failed to load; null for anything else. */
export function buildFileOf(element: unknown, origin: string): string | null {
  if (typeof element !== "object" || element === null) return null;
  const { src, href } = element as { src?: unknown; href?: unknown };
  const address = src ?? href;
  const isOurs = typeof address === "string" && address.startsWith(`${origin}/_next/static/`);
  return isOurs ? address : null;
}

/** Whether the server is there and does not have a file; false where it cannot be asked. */
export async function isGone(address: string): Promise<boolean> {
  try {
    const { status } = await fetchOwn(address, { method: "HEAD", cache: "no-store" });
    return status === 404 || status === 410;
  } catch {
    return false;
  }
}

/** A page is left for the same one by its own code: Next does so where the server answers with another build's payload. */
interface Leaving extends Event {
  readonly navigationType: string;
  readonly destination: { readonly url: string; readonly sameDocument: boolean };
}

/** Whether a page is loaded again in place of itself, other than by a reload. */
export function isReplacedByItself(
  { navigationType, destination }: Pick<Leaving, "navigationType" | "destination">,
  address: string,
): boolean {
  const isSame = destination.url.split("#")[0] === address.split("#")[0];
  return isSame && navigationType !== "reload" && !destination.sameDocument;
}

/**
 * Notices code that is gone. Before the code that asked for it is told: an error that it throws may take forms off the
 * page. @returns ends it
 */
export function watchForUpdate(): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const failed = async ({ target }: Event) => {
    const file = buildFileOf(target, location.origin);
    if (file === null) return;
    const typed = typedNow();
    if ((await isGone(file)) && !signal.aborted) tellOldPage(typed);
  };
  const leaving = (event: Event) => {
    if (isReplacedByItself(event as Leaving, location.href)) keepTyped();
  };
  addEventListener("error", (event) => void failed(event), { capture: true, signal });
  addEventListener("pagehide", () => oldPage.get() && keepTyped(), { signal });
  if ("navigation" in window) {
    (window.navigation as EventTarget).addEventListener("navigate", leaving, { signal });
  }
  return () => ending.abort();
}
