import postgres from "postgres";
import type { DemoInfo } from "@/scripts/demo/demo-info";

export const stackVariable = "STIPEND_E2E_STACK";

/** The demo that the tests run against. */
export interface Stack extends DemoInfo {
  databaseUrl: string;
}

/** The stack that the global setup started. */
export function sharedStack(): Stack {
  const text = process.env[stackVariable];
  if (!text) throw new Error("The global setup has not started a stack");
  return JSON.parse(text);
}

/** A session, as the API gives it. */
export interface ApiSession {
  id: string;
  status: string;
  checkoutUrl: string;
  transactionId: string | null;
  amount: string;
}

export interface SessionBody {
  amount?: string;
  currency?: "USDC" | "EURC";
  description?: string;
  successUrl?: string;
  cancelUrl?: string;
}

/** Calls the merchant's API with its secret key. @throws Error when it refuses */
export async function callApi<T>(
  { baseUrl, apiKeys }: Pick<Stack, "baseUrl" | "apiKeys">,
  method: "GET" | "POST",
  path: string,
  body?: object,
): Promise<T> {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${apiKeys.secret}`, "content-type": "application/json" },
    body: body && JSON.stringify(body),
  });
  const answer = (await response.json()) as T;
  if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
  return answer;
}

/** Opens a session of 49 USDC, or as told. */
export function createSession(
  stack: Pick<Stack, "baseUrl" | "apiKeys">,
  body: SessionBody = {},
): Promise<ApiSession> {
  return callApi(stack, "POST", "/v1/payment-sessions", {
    amount: "49000000",
    currency: "USDC",
    ...body,
  });
}

export function getSession(stack: Stack, id: string): Promise<ApiSession> {
  return callApi(stack, "GET", `/v1/payment-sessions/${id}`);
}

/** Asks the local chain. */
export async function callChain<T>(
  { rpcUrl }: Stack,
  method: string,
  params: unknown[],
): Promise<T> {
  const response = await fetch(rpcUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const { result, error } = (await response.json()) as { result: T; error?: { message: string } };
  if (error) throw new Error(`${method}: ${error.message}`);
  return result;
}

/** Works on the app's database, for what no API changes. */
export async function withDatabase<T>(
  { databaseUrl }: Stack,
  work: (sql: postgres.Sql) => Promise<T>,
): Promise<T> {
  const sql = postgres(databaseUrl, { max: 1 });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}
