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
