import type { TestBrowser } from "./identity";
import type { OidcStub } from "./oidc-stub";

const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
const formType = { "content-type": "application/x-www-form-urlencoded" };

/** Posts next-auth's form, with its token against forged ones. */
async function postForm(browser: TestBrowser, path: string, fields: Record<string, string>) {
  const csrf = await browser.send({ method: "GET", path: "/api/auth/csrf" });
  const csrfToken = String(csrf.body.csrfToken);
  const text = form({ csrfToken, json: "true", ...fields });
  return browser.send({ method: "POST", path: `/api/auth/${path}`, text, headers: formType });
}

/** Begins at the provider. @returns the address that the browser is sent to, or the answer's page */
export async function beginAt(browser: TestBrowser, callbackUrl = "/dashboard", query = "") {
  const reply = await postForm(browser, `signin/oidc${query}`, { callbackUrl });
  return { address: String(reply.body.url), reason: reply.body.error?.details?.reason ?? null };
}

export const comeBack = (browser: TestBrowser, query: URLSearchParams) =>
  browser.send({ method: "GET", path: `/api/auth/callback/oidc?${query}` });

/** Signs a person in as their browser does. @returns where the browser is sent at last */
export async function signInAt(
  stub: OidcStub,
  browser: TestBrowser,
  claims: Record<string, unknown>,
  callbackUrl = "/dashboard",
): Promise<string> {
  const { address, reason } = await beginAt(browser, callbackUrl);
  if (reason !== null) return `/login?problem=${reason}`;
  return String((await comeBack(browser, stub.authorize(address, claims))).headers.location);
}
