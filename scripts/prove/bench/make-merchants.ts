import { setTimeout as sleep } from "node:timers/promises";
import { configuredDeployments } from "@/lib/adapters/chain/load-chains";
import { readEnv } from "@/lib/adapters/env/env";
import { createLogger } from "@/lib/adapters/logger/logger";
import { scopes } from "@/lib/core/identity/scopes";
import { newId } from "@/lib/core/ids";
import { mintKey } from "@/lib/domain/identity/api-keys/mint-key";
import { modules } from "@/lib/domain/operations/modules";
import { pinDeployments } from "@/lib/domain/platform/deployments/pin-deployments";
import { requestOperatorCall } from "@/lib/domain/wallets/operator-calls/request-operator-call";
import { seedMerchant } from "@/scripts/run/seed/seed-merchant";
import { type BenchStage, makePayers } from "./bench-stage";

/**
 * Makes merchants in test mode, each with an owner and payout wallet of its own, and waits until the app has them in the
 * registry.
 * @returns a secret key of each
 */
export async function makeMerchants(stage: BenchStage, count: number): Promise<string[]> {
  const { db } = stage;
  const config = readEnv(stage.demo.settings);
  const log = createLogger("silent");
  const chains = await pinDeployments(db, await configuredDeployments(config), log);
  const deployment = chains.deployments.find(({ mode }) => mode === "test");
  if (!deployment) throw new Error("the demo has a deployment in test mode");
  const actor = { kind: "operator", name: "bench", command: "seed", reason: null } as const;
  const ctx = { db, config, log, chains, modules, actor, requestId: newId("request") };
  const keys: string[] = [];
  // A payout that holds the token already costs each payment the same gas.
  for (const { address: owner } of await makePayers(stage, count, 1n)) {
    const merchantId = newId("merchant");
    const payout = owner;
    const row = { id: merchantId, businessName: "Bench", email: null, owner, payout, feeBps: 100 };
    await seedMerchant(db, row);
    const wanted = {
      kind: "register",
      deployment,
      merchantId,
      owner,
      payout,
      feeBps: 100,
    } as const;
    await requestOperatorCall(ctx, wanted);
    const record = { merchantId, mode: "test", name: "Bench", kind: "secret", scopes } as const;
    keys.push((await mintKey({ db, config }, record)).key);
  }
  const isThere = async () => {
    const [row] = await db<{ missing: number }[]>`
      select count(*)::int as missing from merchants m where m.business_name = 'Bench' and not exists (
        select from merchant_registrations r where r.merchant_id = m.id and r.mode = 'test'
          and r.status = 'active')`;
    return row?.missing === 0;
  };
  while (!(await isThere())) await sleep(250);
  return keys;
}
