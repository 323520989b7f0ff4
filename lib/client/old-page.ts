import { fetchOwn } from "./fetch-own";
import { laterPart } from "./later-part";
import { createStore } from "./store";

/** Whether the server runs a newer build than this page's, whose code or actions are gone: only loading it again helps. */
export const oldPage = createStore<boolean, boolean>((_, next) => next, false);

/** How fields are kept. Loaded with the page's later code: nothing is typed before. */
export const typedValues = laterPart(() => import("./typed-values"));

/** Tells the page that it is old; what is typed is kept from now on. */
export function tellOldPage(typed = typedValues.loaded?.typedNow()): void {
  typedValues.loaded?.keepTyped(typed);
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

/**
 * Notices code that is gone, from the page's first code on. What is typed is read before the code that asked for it is
 * told: an error that it throws may take forms off the page.
 */
export function watchForUpdate(): void {
  const failed = async ({ target }: Event) => {
    const file = buildFileOf(target, location.origin);
    if (file === null) return;
    const typed = typedValues.loaded?.typedNow();
    if (await isGone(file)) tellOldPage(typed);
  };
  addEventListener("error", (event) => void failed(event), { capture: true });
}
