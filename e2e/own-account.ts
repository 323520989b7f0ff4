import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { totpCode, totpStep } from "@/lib/adapters/identity/totp";
import { solveFast } from "@/testing/solve-puzzle";
import type { Person } from "./sign-in";
import { type Stack, withDatabase } from "./stack";

async function post<T>(request: APIRequestContext, stack: Stack, path: string, data: object) {
  const headers = { origin: stack.baseUrl };
  const answer = await request.post(`${stack.baseUrl}${path}`, { data, headers });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  return (await answer.json()) as T;
}

/** The six digits of the newest code that an address was mailed, as soon as it is there. */
async function codeTo(request: APIRequestContext, stack: Stack, email: string): Promise<string> {
  let code = "";
  await expect(async () => {
    const [mail] = await withDatabase(
      stack,
      (sql) => sql<{ id: string }[]>`
        select id from mails where recipient = ${email} and kind = 'identity_code' order by created_at desc limit 1`,
    );
    const page = await request.get(`${stack.baseUrl}/dev/inbox/${mail?.id}`);
    code = /<pre[^>]*>[^<]*?\b(\d{6})\b/.exec(await page.text())?.[1] ?? "";
    expect(code).toMatch(/^\d{6}$/);
  }).toPass({ timeout: 60_000, intervals: [200] });
  return code;
}

/** Signs a page's browser up without its forms, which another test fills in, and opens the dashboard. */
export async function signUpByApi(
  page: Page,
  stack: Stack,
  { email, password }: Person,
): Promise<void> {
  const { request } = page;
  const asked = await request.get(`${stack.baseUrl}/v1/auth/challenge?for=signup`);
  const { puzzle } = await asked.json();
  await post(request, stack, "/v1/auth/turnstile/verify", {
    token: solveFast(puzzle),
    for: "signup",
  });
  const account = { email, password };
  const { flow } = await post<{ flow: string }>(request, stack, "/api/identity/signup", account);
  const code = await codeTo(request, stack, email);
  await post(request, stack, "/api/identity/verify", { flow, code });
  await page.goto(`${stack.baseUrl}/dashboard?mode=test`);
  await expect(page.getByRole("heading", { name: "First ten minutes" })).toBeVisible();
}

/** Turns the second factor on without its forms. @returns the recovery codes */
export async function enrolByApi(page: Page, stack: Stack): Promise<readonly string[]> {
  const path = "/api/identity/totp";
  const { secret } = await post<{ secret: string }>(page.request, stack, `${path}/start`, {});
  const code = totpCode(secret, totpStep(Date.now()));
  const confirmed = await post<{ recoveryCodes: string[] }>(
    page.request,
    stack,
    `${path}/confirm`,
    {
      code,
    },
  );
  return confirmed.recoveryCodes;
}

/** Makes new recovery codes, which takes a recent authentication. */
export async function replaceCodesByApi(page: Page, stack: Stack): Promise<readonly string[]> {
  const path = "/api/identity/recovery-codes";
  const made = await post<{ recoveryCodes: string[] }>(page.request, stack, path, {});
  return made.recoveryCodes;
}

/** As if somebody had authenticated long ago: what is sensitive asks for it anew. */
export const ageSession = (stack: Stack, { email }: Pick<Person, "email">) =>
  withDatabase(
    stack,
    (sql) => sql`update identity_sessions set auth_time = now() - interval '1 hour'
      where user_id = (select id from identity_users where email = ${email})`,
  );

interface AgedSession {
  readonly email: string;
  /** Loads the page anew: the token that it holds says the last authentication. */
  open(): Promise<unknown>;
  act(): Promise<void>;
  /** A recovery code; without one a code is mailed. */
  readonly code?: string | undefined;
}

/**
 * Does what needs a recent authentication long after the last one: the page asks for a confirmation in place, takes the
 * code, and goes on by itself.
 */
export async function doAged(
  page: Page,
  stack: Stack,
  { email, open, act, code }: AgedSession,
): Promise<void> {
  await ageSession(stack, { email });
  // Codes are mailed once a minute.
  await withDatabase(stack, (sql) => sql`delete from identity_throttles`);
  await open();
  await act();
  const confirm = page.getByRole("dialog", { name: "Confirm it's you" });
  await expect(confirm.getByRole("button", { name: "Confirm" })).toBeEnabled();
  await confirm.getByLabel("Code").fill(code ?? (await codeTo(page.request, stack, email)));
  await confirm.getByRole("button", { name: "Confirm" }).click();
  await expect(confirm).toHaveCount(0);
}

/** Keeps what breaks the content security policy, or throws, on any page of a browser. */
export function watchProblems(page: Page): string[] {
  const problems: string[] = [];
  page.context().on("weberror", (error) => problems.push(String(error.error())));
  page.context().on("console", (message) => {
    if (/content security policy/i.test(message.text())) problems.push(message.text());
  });
  return problems;
}

/** What the API answers a key that reads payments. */
export async function askWith(baseUrl: string, key: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  return (await fetch(`${baseUrl}/v1/payment-sessions`, { headers })).status;
}

/** Makes a key on the page that is open. @returns its secret */
export async function makeKey(page: Page, name: string): Promise<string> {
  await page.getByRole("button", { name: "Create key" }).click();
  const create = page.getByRole("dialog", { name: /^Create a/ });
  await create.getByLabel("What is it for?").fill(name);
  await create.getByRole("button", { name: "Create key" }).click();
  return storeKey(page, name);
}

/** Stores the key that is shown once. @returns its secret */
export async function storeKey(page: Page, name: string): Promise<string> {
  const made = page.getByRole("dialog", { name: `Your new key “${name}”` });
  const secret = await made.locator("code").innerText();
  await made.getByLabel("I have stored the key").check();
  await made.getByRole("button", { name: "Done" }).click();
  return secret;
}
