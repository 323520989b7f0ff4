import type { PrivyProvider } from "@/lib/adapters/identity/privy-provider";
import { WebhookRejected } from "@/lib/adapters/identity/privy-webhook";
import { notFound } from "@/lib/core/errors";
import { takeIdentityEvent } from "@/lib/domain/identity/take-identity-event";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import { refused } from "@/lib/server/api/credential";
import { privyOf } from "@/lib/server/api/identity-providers";
import type { SignedBody } from "@/lib/server/api/parse";
import { runtime } from "@/lib/server/runtime";

/**
 * Takes a webhook of Privy. Nothing of it is read before its signature is found to be good.
 * @throws Refusal `not_found`: people have their accounts elsewhere, or no webhooks are wanted
 * @throws Refusal `authentication_error` with `webhook_rejected`
 */
export async function takePrivyWebhook(
  ctx: Context<PublicActor>,
  body: SignedBody,
): Promise<{ received: true }> {
  const provider = privyOf(runtime());
  if (!provider || ctx.config.PRIVY_WEBHOOK_SECRET === undefined) throw notFound("path");
  await takeIdentityEvent(ctx, provider, await read(provider, body));
  return { received: true };
}

async function read(provider: PrivyProvider, { text: body, headers }: SignedBody) {
  try {
    return await provider.readWebhook({ body, header: (name) => headers[name] ?? null });
  } catch (error) {
    if (!(error instanceof WebhookRejected)) throw error;
    throw refused("webhook_rejected", "Not a webhook of the identity provider.");
  }
}
