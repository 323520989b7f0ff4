import { transaction } from "@/db/client";
import type { InputOf } from "@/lib/contract/endpoint";
import type { updateWebhookEndpoint as declaration } from "@/lib/contract/webhooks/webhook-endpoints";
import type { MerchantActor, PreparedVerb } from "@/lib/domain/platform/context";
import { lockKeyMaking } from "@/lib/domain/platform/key-making";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { checkUrl } from "./check-url";
import { changersOf, lockEndpoint, uniqueEvents } from "./endpoint-rows";
import { sealHeaders } from "./own-headers";
import { recordEndpointChange } from "./record-endpoint-change";
import { type EndpointView, viewEndpoint } from "./view";

type Input = InputOf<typeof declaration>;
interface EndpointTarget {
  /** Host and port of the new URL, where there is one. */
  destination: string | null;
}

/**
 * Changes an endpoint's URL, kinds, description or headers; what is not given stays. Attempts from now on go to the
 * new URL with the new headers, retries too, and its kinds hold for events from now on. A new URL is no longer slow or failing.
 * An endpoint that a key changed is disabled when the key leaks, unless a person has given its URL since.
 * @throws Refusal `not_found`
 * @throws Refusal `invalid_request`: a URL that may not be called; a header that `sealHeaders` refuses
 */
export const updateWebhookEndpoint: PreparedVerb<
  MerchantActor,
  Input,
  EndpointTarget,
  EndpointView
> = {
  async prepare(ctx, { url }) {
    return { destination: url === undefined ? null : await checkUrl(ctx, url) };
  },

  async run(ctx, { id, url, events, description, headers }, { destination }) {
    const { db, actor } = ctx;
    return transaction(db, async (tx) => {
      await lockKeyMaking(tx, actor);
      const row = await lockEndpoint(tx, actor, id);
      const isElsewhere = url !== undefined && url !== row.url;
      const isAnswered =
        url !== undefined || (actor.kind === "key" && (events ?? headers) !== undefined);
      const changed = {
        url: url ?? row.url,
        destination: destination ?? row.destination,
        events: events ? uniqueEvents(events) : row.events,
        description: description === undefined ? row.description : description,
        ...(headers === undefined ? {} : sealHeaders(ctx.config, id, headers)),
        slow: row.slow && !isElsewhere,
        failingSince: isElsewhere ? null : row.failingSince,
        failedEvents: isElsewhere ? 0 : row.failedEvents,
        changedByKeys: isAnswered ? changersOf(actor, row) : row.changedByKeys,
      };
      const [now] = await tx<{ updatedAt: Date }[]>`
        update webhook_endpoints set ${tx(changed)}, updated_at = clock_now()
        where id = ${id} and ${ownedBy(tx, actor)} and deleted_at is null
        returning updated_at`;
      const after = { ...row, ...changed, ...now };
      await recordEndpointChange(ctx, tx, "update", row, after);
      return viewEndpoint(after);
    });
  },
};
