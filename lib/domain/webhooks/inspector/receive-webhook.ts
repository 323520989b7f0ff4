import type { Db } from "@/db/client";
import type { Env } from "@/lib/adapters/env/env";
import { newId } from "@/lib/core/ids";
import type { SignatureCheck } from "@/lib/core/kinds";
import type { Mode } from "@/lib/core/modes";
import { verifyWebhook } from "@/lib/core/webhooks/sign-webhook";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { openSigningSecret } from "@/lib/domain/webhooks/endpoints/signing-secret";
import { inspectorUrl } from "./inspector-url";

/** What an inspector keeps: these many of the newest. */
export const keptWebhooks = 100;
/** The largest body that is taken; no event of ours comes near. */
export const maxInspectedBytes = 256 * 1024;
const MAX_HEADER = 1_000;
/** Endpoints whose secrets are tried: a merchant has at most 16 that are enabled. */
const MAX_SECRETS = 16;

const keptHeaders = [
  "content-type",
  "user-agent",
  "webhook-id",
  "webhook-timestamp",
  "webhook-signature",
] as const;

/** A request as it came. */
export interface ReceivedWebhook {
  readonly header: (name: string) => string | null;
  readonly body: string;
}

interface Inspector {
  readonly id: string;
  readonly merchantId: string;
  readonly mode: Mode;
}

/**
 * Keeps what came to an inspector, with what a receiver finds of its signature: the secrets are those of the
 * merchant's endpoints with the inspector's URL. What is older than the newest hundred goes.
 */
export async function receiveWebhook(
  { db, config }: { db: Db; config: Env },
  inspector: Inspector,
  { header, body }: ReceivedWebhook,
): Promise<void> {
  const { merchantId, mode } = inspector;
  const headers = Object.fromEntries(
    keptHeaders.flatMap((name) => {
      const value = header(name);
      return value === null ? [] : [[name, value.slice(0, MAX_HEADER)]];
    }),
  );
  const found = await checkSignature({ db, config }, inspector, { headers, body });
  const row = { id: newId("inspectedWebhook"), merchantId, mode, ...found, body };
  await db`
    with kept as (insert into inspected_webhooks ${db({ ...row, headers: db.json(headers) })})
    delete from inspected_webhooks where id in (
      select id from inspected_webhooks where id in (
        select id from inspected_webhooks where ${ownedBy(db, { merchantId, mode })}
        order by created_at desc offset ${keptWebhooks - 1}
      ) for update skip locked
    )`;
}

async function checkSignature(
  { db, config }: { db: Db; config: Env },
  { id, merchantId, mode }: Inspector,
  message: { headers: Record<string, string>; body: string },
): Promise<{ signature: SignatureCheck; endpointId: string | null }> {
  const endpoints = await db<{ id: string; secretSealed: string }[]>`
    select id, secret_sealed from webhook_endpoints
    where ${ownedBy(db, { merchantId, mode })} and url = ${inspectorUrl(config, id)}
      and deleted_at is null
    order by created_at desc limit ${MAX_SECRETS}`;
  let signature: SignatureCheck = "no_endpoint";
  for (const endpoint of endpoints) {
    signature = verifyWebhook(openSigningSecret(config, endpoint), message, new Date());
    if (signature !== "mismatch") {
      return { signature, endpointId: signature === "missing" ? null : endpoint.id };
    }
  }
  return { signature, endpointId: null };
}
