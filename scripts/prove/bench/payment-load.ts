import { setTimeout as sleep } from "node:timers/promises";
import type { Bytes32 } from "@/lib/core/chain/hex";
import { type BenchStage, type Payer, signPayment } from "./bench-stage";

const CLIENTS = 32;

/** Runs `work` over all items with so many under way at once. */
async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const runners = Array.from({ length: CLIENTS }, async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  });
  await Promise.all(runners);
}

/** A payment that a payer has signed, with the secret key of its merchant. */
interface SignedBody {
  readonly key: string;
  readonly body: Record<string, unknown>;
}

/** A `POST` with a secret key, by default the demo's. Throws unless it is answered with 201. */
export async function post(
  stage: BenchStage,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Record<string, string>> {
  const response = await fetch(stage.demo.info.baseUrl + path, {
    method: "POST",
    headers: {
      authorization: `Bearer ${stage.demo.info.apiKeys.secret}`,
      "content-type": "application/json",
      ...headers,
    },
    body: JSON.stringify(body),
  });
  const answer = await response.text();
  if (response.status !== 201) throw new Error(`${path}: ${response.status} ${answer}`);
  return JSON.parse(answer) as Record<string, string>;
}

/**
 * Opens a session for each payment and signs it. Returns the bodies for the relay.
 * @param payments.keys the merchants whose turn it is, one after the other; by default the demo's
 */
export async function preparePayments(
  stage: BenchStage,
  payers: readonly Payer[],
  payments: { count: number; amount: bigint; idempotent?: boolean; keys?: readonly string[] },
): Promise<SignedBody[]> {
  const { count, amount, idempotent = false, keys = [] } = payments;
  const bodies: SignedBody[] = [];
  await inParallel([...Array(count).keys()], async (index) => {
    const key = keys[index % keys.length] ?? stage.demo.info.apiKeys.secret;
    const session = await post(
      stage,
      "/v1/payment-sessions",
      { amount: String(amount), currency: "USDC" },
      { ...bearer(key), ...(idempotent ? { "idempotency-key": crypto.randomUUID() } : {}) },
    );
    const payer = payers[index % payers.length];
    if (!payer) throw new Error("there are payers");
    const body = await signPayment(stage, payer, {
      id: String(session.id),
      ref: session.ref as Bytes32,
      merchantId: BigInt(session.chainMerchantId ?? 0),
      amount,
    });
    bodies.push({ key, body });
  });
  return bodies;
}

/** Posts payments to the relay. Resolves with the seconds until all were accepted, and confirmed. */
export async function relayPayments(
  stage: BenchStage,
  bodies: readonly SignedBody[],
): Promise<{ accepted: number; confirmed: number }> {
  const before = await countConfirmed(stage);
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1_000;
  await inParallel(bodies, async ({ key, body }) => {
    await post(stage, "/v1/relay/payments", body, bearer(key));
  });
  const accepted = seconds();
  while ((await countConfirmed(stage)) < before + bodies.length) await sleep(50);
  return { accepted, confirmed: seconds() };
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

async function countConfirmed({ db }: BenchStage): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from payment_sessions where status = 'confirmed'`;
  return row?.count ?? 0;
}
