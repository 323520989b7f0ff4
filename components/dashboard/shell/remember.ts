const YEAR_MS = 31_536_000_000;

/**
 * Keeps a choice for the next visit to the dashboard: the mode, or the business. Where the browser keeps none (it does
 * not have the Cookie Store API, or the page came without TLS) the next visit begins as the first one did.
 */
export async function remember(
  name: "stipend_mode" | "stipend_business",
  value: string,
): Promise<void> {
  const expires = Date.now() + YEAR_MS;
  await window.cookieStore?.set({ name, value, expires, path: "/", sameSite: "lax" });
}
