import { newPuzzle } from "@/lib/adapters/challenge/altcha";
import { newId } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/modes";
import { solveFast } from "@/testing/solve-puzzle";
import type { ApiMerchant, ApiTarget } from "./api-target";
import type { Sample } from "./derive-samples";

/** Keys that the samples name: each is for one endpoint, which may end it. */
interface SampleKeys {
  kept: string;
  revoked: string;
  rotated: string;
  /** It was found in public, and its successor waits. */
  leaked: string;
}

export async function insertKeys(
  { db, mint }: ApiTarget,
  { id }: ApiMerchant,
  mode: Mode,
): Promise<SampleKeys> {
  const make = async () => (await mint(id, mode, ["sessions_read"])).id;
  const leaked = await make();
  await db`
    update api_keys set status = 'revoked', revoked_at = now(), revoked_reason = 'leaked'
    where id = ${leaked}`;
  const places = [{ url: "https://github.com/aurora/shop/blob/1/a.ts", source: "content" }];
  await db`insert into api_key_leaks ${db({ keyId: leaked, places: db.json(places), endedKey: true })}`;
  return { kept: await make(), revoked: await make(), rotated: await make(), leaked };
}

export const keySamples = (keys: SampleKeys, mode: Mode): Record<string, Sample> => ({
  createApiKey: { body: { name: "Server", scopes: ["sessions_read"], mode } },
  revokeApiKey: own(keys.revoked),
  rotateApiKey: own(keys.rotated),
  revealApiKeySuccessor: own(keys.leaked),
});

/** Nothing listens there; the target lets webhooks go to this machine. */
const hookUrl = "https://127.0.0.1:9/hook";

/** An endpoint made over the API, with an event that was delivered to it, and a replay. */
export async function insertWebhook(
  target: ApiTarget,
  merchant: ApiMerchant,
  mode: Mode,
  headers: Record<string, string>,
) {
  const { db } = target;
  const endpoint = await target.send({
    method: "POST",
    path: "/v1/webhook-endpoints",
    headers,
    body: { url: hookUrl, events: ["payment.completed"], mode },
  });
  const ids = {
    endpointId: String(endpoint.body.id),
    eventId: newId("event"),
    dispatchId: newId("webhookDispatch"),
    deliveryId: newId("webhookDelivery"),
    replayId: newId("webhookReplay"),
  };
  const replay = { merchantId: merchant.id, mode, endpointId: ids.endpointId };
  await db`insert into webhook_replays ${db({
    ...replay,
    id: ids.replayId,
    createdByKey: "ak_sample",
    fromPosition: 1n,
    toPosition: 2n,
    nextPosition: 3n,
    total: 0,
    status: "completed",
  })}`;
  await db`insert into events ${db({
    id: ids.eventId,
    merchantId: merchant.id,
    mode,
    type: "payment.completed",
    apiVersion: "2026-04-27",
    resourceType: "payment_session",
    resourceId: newId("paymentSession"),
    sequence: 1,
    object: db.json({ sample: true }),
  })}`;
  const pair = { eventId: ids.eventId, endpointId: ids.endpointId };
  await db`insert into webhook_dispatches ${db({ id: ids.dispatchId, ...pair, state: "succeeded" })}`;
  await db`insert into webhook_deliveries ${db({
    id: ids.deliveryId,
    merchantId: merchant.id,
    mode,
    endpointId: ids.endpointId,
    dispatchId: ids.dispatchId,
    attempt: 1,
    status: "succeeded",
  })}`;
  return ids;
}

/** What came to the merchant's webhook inspector. */
export async function insertInspected(
  { db }: ApiTarget,
  { id: merchantId }: ApiMerchant,
  mode: Mode,
): Promise<void> {
  const id = newId("inspectedWebhook");
  const came = { signature: "valid", headers: db.json({ "webhook-id": id }), body: "{}" };
  await db`insert into inspected_webhooks ${db({ id, merchantId, mode, ...came })}`;
}

/** What the merchant's agent did, and requests about it. */
export async function insertActivity(
  { db }: ApiTarget,
  { id: merchantId }: ApiMerchant,
  mode: Mode,
): Promise<Record<string, Sample>> {
  const told = { summary: "Tried it", reason: "Try 1", setting: "recovery.strategy" };
  const row = { merchantId, mode, capability: "recovery", action: "retry_charge", ...told };
  for (const outcome of ["failed", "pending", "failed"])
    await db`insert into agent_activity ${db({ id: newId("agentActivity"), ...row, outcome })}`;
  return { listAgentActivity: { query: { limit: "5" }, table: "agent_activity" } };
}

/** Requests of a merchant's own account, to support, and of its search. */
export const merchantSamples: Record<string, Sample> = {
  search: { query: { q: "ada@example.com" } },
  updateOwnMerchant: { body: { businessName: "Aurora Roastery" } },
  onboardMerchant: {
    body: {
      businessName: "Aurora Coffee",
      businessSector: "Food",
      countryCode: "ES",
      payoutAddress: `0x${"a7".repeat(20)}`,
    },
  },
  proveWallet: { body: { nonce: "9f".repeat(16), payoutSignature: `0x${"1b".repeat(65)}` } },
  transferOwnership: { body: { newOwner: `0x${"a8".repeat(20)}` } },
  sendContactMessage: {
    body: {
      name: "Ada Lovelace",
      email: "ada@example.com",
      topic: "sales",
      message: "We would like to sell memberships in USDC.",
    },
  },
};

/** Requests of the bot challenge's endpoints: a solution counts once. */
export const challengeSamples = (target: ApiTarget): Record<string, Sample> => ({
  verifyChallenge: { body: { token: solveFast(newPuzzle(target.config, "login")) } },
});

export const own = (id: string): Sample => ({ params: { id }, owned: "id" });

export function webhookSamples(
  { endpointId, replayId }: Record<"endpointId" | "replayId", string>,
  mode: Mode,
): Record<string, Sample> {
  const ownReplay = { params: { id: endpointId, replayId }, owned: "id" };
  return {
    updateWebhookEndpoint: { ...own(endpointId), body: { description: "mine" } },
    createWebhookReplay: { ...own(endpointId), body: { fromPosition: 1 } },
    listWebhookReplays: { ...own(endpointId), query: { limit: "5" }, table: "webhook_replays" },
    getWebhookReplay: ownReplay,
    cancelWebhookReplay: ownReplay,
    createWebhookEndpoint: { body: { url: hookUrl, events: ["payment.completed"], mode } },
    listInspectedWebhooks: { query: { limit: "5" }, table: "inspected_webhooks" },
  };
}
