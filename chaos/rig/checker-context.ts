import type { Sql } from "@/db/client";
import type { Chains } from "@/lib/adapters/chain/chains";
import { createLogger } from "@/lib/adapters/logger/logger";
import { newId } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/modes";
import { scopes } from "@/lib/core/scopes";
import type { Context, MerchantActor, OperatorActor, SystemActor } from "@/lib/domain/context";
import { modules } from "@/lib/domain/operations/modules";
import { parseEnvironment } from "./settings";

/** What the harness itself runs verbs with: true connections, and no crash points. */
export function checkerContext(
  db: Sql,
  chains: Chains,
  environment: Record<string, string>,
): Context<SystemActor> {
  return {
    db,
    chains,
    config: parseEnvironment(environment),
    log: createLogger("silent"),
    actor: { kind: "system" },
    modules,
    requestId: newId("request"),
  };
}

/** The same for a person at the command line. */
export function asOperator(ctx: Context): Context<OperatorActor> {
  return { ...ctx, actor: { kind: "operator", name: "chaos", command: "chaos", reason: "chaos" } };
}

/** The same for a merchant. */
export function asMerchant(ctx: Context, merchantId: string, mode: Mode): Context<MerchantActor> {
  const actor = {
    kind: "key",
    merchantId,
    mode,
    keyId: "ak_chaos",
    keyKind: "secret",
    scopes,
  };
  return { ...ctx, actor: actor as MerchantActor };
}
