import { createIdentityWorld, type IdentityWorld, type TestBrowser } from "./identity";
import { type OidcStub, startOidcStub } from "./oidc-stub";

/** Form fields as a browser posts them, and the header that says so. */
export const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
export const formType = { "content-type": "application/x-www-form-urlencoded" };

/** An installation where people sign in at an issuer (`oidc`) and at GitHub, which answers nothing. */
export async function createOidcWorld(): Promise<{ world: IdentityWorld; stub: OidcStub }> {
  const stub = await startOidcStub();
  const world = await createIdentityWorld({
    ...{ OIDC_ISSUER: stub.issuer, OIDC_NAME: "Company" },
    ...{ OIDC_CLIENT_ID: stub.clientId, OIDC_CLIENT_SECRET: stub.clientSecret },
    ...{ GITHUB_CLIENT_ID: "github-client", GITHUB_CLIENT_SECRET: "github-secret" },
  });
  return { world, stub };
}

/** Posts next-auth's form, with its token against forged ones. */
export async function postForm(browser: TestBrowser, path: string, fields: Record<string, string>) {
  const csrf = await browser.send({ method: "GET", path: "/api/auth/csrf" });
  const csrfToken = String(csrf.body.csrfToken);
  const text = form({ csrfToken, json: "true", ...fields });
  return browser.send({ method: "POST", path: `/api/auth/${path}`, text, headers: formType });
}

interface Beginning {
  readonly callbackUrl?: string;
  readonly provider?: string;
  /** What is asked of the provider, from the question mark on. */
  readonly query?: string;
}

/** Begins at a provider. @returns the address that the browser is sent to, or the answer's page */
export async function beginAt(
  browser: TestBrowser,
  { callbackUrl = "/dashboard", provider = "oidc", query = "" }: Beginning = {},
) {
  const reply = await postForm(browser, `signin/${provider}${query}`, { callbackUrl });
  return { address: String(reply.body.url), reason: reply.body.error?.details?.reason ?? null };
}

export const comeBack = (browser: TestBrowser, query: URLSearchParams, provider = "oidc") =>
  browser.send({ method: "GET", path: `/api/auth/callback/${provider}?${query}` });

/** Signs a person in as their browser does. @returns where the browser is sent at last */
export async function signInAt(
  stub: OidcStub,
  browser: TestBrowser,
  claims: Record<string, unknown>,
  callbackUrl = "/dashboard",
): Promise<string> {
  const { address, reason } = await beginAt(browser, { callbackUrl });
  if (reason !== null) return `/login?problem=${reason}`;
  return String((await comeBack(browser, stub.authorize(address, claims))).headers.location);
}
