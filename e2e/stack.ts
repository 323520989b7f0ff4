import postgres from "postgres";
import type { DemoInfo } from "@/scripts/run/demo/demo-info";
import { createStipend, type Stipend } from "@/sdk/src/stipend";
import type { Operations, PaymentSession } from "@/sdk/src/types.generated";

export const stackVariable = "STIPEND_E2E_STACK";

/** The demo that the tests run against. */
export interface Stack extends DemoInfo {
  databaseUrl: string;
  /** Of the merchant's own wallet, its owner and payout. */
  merchantKey: `0x${string}`;
  /** The wallet that sends the operator's calls. */
  operator: `0x${string}`;
  /** The key that signs reports of leaked API keys. */
  leakKey: string;
  /** The app's environment, for a second process beside it. */
  settings: Readonly<Record<string, string>>;
}

/** The stack that the global setup started. */
export function sharedStack(): Stack {
  const text = process.env[stackVariable];
  if (!text) throw new Error("The global setup has not started a stack");
  return JSON.parse(text);
}

export type ApiSession = PaymentSession;
export type SessionBody = Partial<Operations["createSession"]["input"]>;

/** The merchant's API, with its secret key. */
export function merchantApi({ baseUrl, apiKeys }: Pick<Stack, "baseUrl" | "apiKeys">): Stipend {
  return createStipend({ baseUrl, key: apiKeys.secret });
}

/** Opens a session of 49 USDC, or as told. */
export function createSession(
  stack: Pick<Stack, "baseUrl" | "apiKeys">,
  body: SessionBody = {},
): Promise<ApiSession> {
  return merchantApi(stack).paymentSessions.create({
    amount: "49000000",
    currency: "USDC",
    ...body,
  });
}

export function getSession(stack: Stack, id: string): Promise<ApiSession> {
  return merchantApi(stack).paymentSessions.get({ id });
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
