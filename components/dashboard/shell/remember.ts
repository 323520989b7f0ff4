const YEAR_SECONDS = 31_536_000;

/**
 * Keeps a choice for the next visit to the dashboard: the mode, or the business. Browsers without the Cookie Store API,
 * and all of them on a page that came without TLS, are given the cookie as text.
 */
export async function remember(
  name: "stipend_mode" | "stipend_business",
  value: string,
): Promise<void> {
  if (window.cookieStore) {
    const expires = Date.now() + YEAR_SECONDS * 1_000;
    await window.cookieStore.set({ name, value, expires, path: "/", sameSite: "lax" });
    return;
  }
  const secure = location.protocol === "https:" ? "; Secure" : "";
  const cookie = `${name}=${value}; Max-Age=${YEAR_SECONDS}; Path=/; SameSite=Lax${secure}`;
  Reflect.set(document, "cookie", cookie);
}
