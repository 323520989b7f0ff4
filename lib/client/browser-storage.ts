/*
 * What a browser keeps for a page. One that blocks storage throws at each use of it, and one whose storage is full at
 * each write: nothing is kept then, and nothing else stops.
 */

/** What was kept under a name; null where there is nothing, or the browser keeps nothing. */
export function kept(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Keeps a text under a name; null forgets it. False where the browser does not. */
export function keep(name: string, text: string | null): boolean {
  try {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
    return true;
  } catch {
    return false;
  }
}

/** What a tab was given to keep where its browser keeps nothing: until the page is loaded again. */
const unkept = new Map<string, string>();

/** What this tab has kept under a name, also over a reload; null where there is nothing. */
export function keptInTab(name: string): string | null {
  try {
    return sessionStorage.getItem(name) ?? unkept.get(name) ?? null;
  } catch {
    return unkept.get(name) ?? null;
  }
}

/** Keeps a text under a name for as long as the tab lives; null forgets it. */
export function keepInTab(name: string, text: string | null): void {
  unkept.delete(name);
  try {
    if (text === null) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, text);
  } catch {
    if (text !== null) unkept.set(name, text);
  }
}
