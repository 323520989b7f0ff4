import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Bytes32 } from "@/lib/core/hex";
import type { ChainAccount } from "@/testing/chain";
import { signRequest } from "@/testing/relay";
import type { World } from "@/testing/world";

const TIMEOUT_MS = 2_000;
const PAUSE_MS = 100;
/** A payer whom no server answers for this long gives up: the test has failed. */
const GIVE_UP_MS = 60_000;

/** A payment that a server has accepted. */
export interface Accepted {
  sessionId: string;
  submissionId: string;
  idempotencyKey: string;
}

/** What a payer asks with: the servers, in the order in which they are asked, and the merchant's key. */
export interface Counter {
  baseUrls: readonly string[];
  key: string;
}

/** Asks one server after the other until one says yes: the same request, with its idempotency key. */
async function post(
  { baseUrls, key }: Counter,
  path: string,
  body: unknown,
): Promise<Record<string, string>> {
  const idempotencyKey = randomUUID();
  const text = JSON.stringify(body, (_, value) =>
    typeof value === "bigint" ? String(value) : value,
  );
  const giveUpAt = performance.now() + GIVE_UP_MS;
  for (let turn = 0; performance.now() < giveUpAt; turn += 1) {
    const answer = await fetch(`${baseUrls[turn % baseUrls.length]}${path}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        "idempotency-key": idempotencyKey,
      },
      body: text,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => undefined);
    const said = await answer?.text().catch(() => undefined);
    if (answer?.status === 201 && said) return JSON.parse(said) as Record<string, string>;
    // Not taken in time, or not sure: anything else would be an answer that a client cannot repeat.
    const mayRepeat = !answer || answer.status >= 500 || answer.status === 409 || !said;
    if (!mayRepeat) throw new Error(`${path}: ${answer.status} ${said}`);
    await sleep(PAUSE_MS);
  }
  throw new Error(`${path}: no server took it for ${GIVE_UP_MS / 1_000} s`);
}

/** Opens a session, signs for it and hands the payment to the relay. */
export async function pay(world: World, counter: Counter, payer: ChainAccount): Promise<Accepted> {
  const amount = 1_000_000n;
  const session = await post(counter, "/v1/payment-sessions", { amount, currency: "USDC" });
  const { id: sessionId = "", ref = "" } = session;
  const request = await signRequest(world, payer, null, {
    mode: "test",
    amount,
    sessionId,
    ref: ref as Bytes32,
  });
  const { id = "" } = await post(counter, "/v1/relay/payments", request);
  return { sessionId, submissionId: id, idempotencyKey: request.idempotencyKey };
}

/** Payers who pay one after the other, each at the server that answers, until told to stop. */
export function startPayers(world: World, counter: Counter, payers: readonly ChainAccount[]) {
  const accepted: Accepted[] = [];
  let isOver = false;
  const running = payers.map(async (payer, index) => {
    const { baseUrls } = counter;
    for (let turn = index; !isOver; turn += 1) {
      const first = turn % baseUrls.length;
      const order = [...baseUrls.slice(first), ...baseUrls.slice(0, first)];
      accepted.push(await pay(world, { ...counter, baseUrls: order }, payer));
    }
  });
  // A failure is told by `stop`.
  const all = Promise.all(running);
  all.catch(() => {});
  return {
    accepted,
    stop: async () => {
      isOver = true;
      await all;
    },
  };
}
