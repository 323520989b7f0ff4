import { type TransactionSql, transaction } from "@/db/client";
import type { InputOf } from "@/lib/contract/endpoint";
import type { createWebhookEndpoint as declaration } from "@/lib/contract/webhooks/webhook-endpoints";
import { apiVersion } from "@/lib/core/api-version";
import { invalidRequest } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import type { Context, MerchantActor, PreparedVerb } from "@/lib/domain/platform/context";
import { lockKeyMaking, makerOf } from "@/lib/domain/platform/key-making";
import { checkUrl } from "./check-url";
import { hasEndpointRoom, lockEndpointRoom, maxEndpoints } from "./endpoint-room";
import { type EndpointRow, uniqueEvents } from "./endpoint-rows";
import { sealHeaders } from "./own-headers";
import { recordEndpointChange } from "./record-endpoint-change";
import { newSigningSecret, sealSigningSecret } from "./signing-secret";
import { type EndpointWithSecret, viewEndpoint } from "./view";

type Input = InputOf<typeof declaration>;
interface EndpointTarget {
  /** Host and port, lowercase. */
  destination: string;
}

/**
 * Registers a URL for webhooks and shows its signing secret, this once. In live mode the URL is https
 * on port 443 or 8443; it never leads anywhere but to the public internet.
 * @throws Refusal `invalid_request`: `mode` is not the caller's (`mode_mismatch`); a URL that may not be
 * called; 16 endpoints of the mode are enabled already (`too_many_endpoints`); a header that `sealHeaders` refuses
 */
export const createWebhookEndpoint: PreparedVerb<
  MerchantActor,
  Input,
  EndpointTarget,
  EndpointWithSecret
> = {
  async prepare(ctx, { mode, url }) {
    const { actor } = ctx;
    if (mode !== actor.mode) {
      throw invalidRequest("mode", `This request is in ${actor.mode} mode.`, {
        reason: "mode_mismatch",
      });
    }
    return { destination: await checkUrl(ctx, url) };
  },

  async run(ctx, input, { destination }) {
    return transaction(ctx.db, async (tx) => {
      await lockKeyMaking(tx, ctx.actor);
      await checkRoom(tx, ctx.actor);
      const secret = newSigningSecret();
      const row = await insertEndpoint(tx, ctx, input, destination, secret);
      await recordEndpointChange(ctx, tx, "create", null, row);
      return { ...viewEndpoint(row), secret };
    });
  },
};

async function checkRoom(tx: TransactionSql, actor: MerchantActor): Promise<void> {
  await lockEndpointRoom(tx, actor);
  if (await hasEndpointRoom(tx, actor)) return;
  throw invalidRequest(
    "url",
    `A merchant can have at most ${maxEndpoints} enabled endpoints per mode. Disable one first.`,
    { reason: "too_many_endpoints" },
  );
}

async function insertEndpoint(
  tx: TransactionSql,
  { actor, config }: Context<MerchantActor>,
  { url, events, description, headers }: Input,
  destination: string,
  secret: string,
): Promise<EndpointRow> {
  const id = newId("webhookEndpoint");
  const [row] = await tx<EndpointRow[]>`
    insert into webhook_endpoints ${tx({
      id,
      merchantId: actor.merchantId,
      mode: actor.mode,
      url,
      destination,
      events: uniqueEvents(events),
      description: description ?? null,
      apiVersion,
      secretSealed: sealSigningSecret(config, id, secret),
      ...sealHeaders(config, id, headers),
      createdByKey: makerOf(actor),
    })} returning *`;
  if (!row) throw new Error("an insert returns its row");
  return row;
}
