import { formatUnits } from "viem/utils";
import type { Chains } from "@/lib/adapters/chain/chains";
import { combine, type Finding, ok, raising, spoken, warn } from "@/lib/domain/operations/finding";
import type { ChainSources } from "@/lib/domain/operations/open-chain";
import type { Sources } from "@/lib/domain/operations/open-sources";
import type { Cancellations } from "@/lib/domain/operations/read-cancellations";
import type { FailedRegistrations } from "@/lib/domain/operations/read-failed-registrations";
import { LATE_SECONDS, type OpenCalls } from "@/lib/domain/operations/stored-relay";
import { balancesInService } from "@/lib/domain/operations/wallets-in-service";
import { feeCap, marketFees } from "@/lib/domain/wallets/nonces/fees";
import { CALL_GAS } from "@/lib/domain/wallets/operator-calls/call-plan";

/** Fewer calls than this, and it is time to send gas money. */
const LOW_CALLS = 20n;

/** Whether operators' calls come through, and the operator's wallet can pay for them where there is one. */
export async function checkOperator(sources: Sources): Promise<Finding> {
  const [chains, open, failed, cancellations] = await Promise.all([
    sources.chains(),
    sources.operatorCalls(),
    sources.failedRegistrations(),
    sources.cancellations(),
  ]);
  const wallets = await Promise.all(
    chains.all.map(async ({ id }) => walletsOf(sources, await sources.chain(id))),
  );
  const calls = [hanging(chains, open), unregistered(failed), forgotten(cancellations)];
  return combine([...calls, ...wallets]);
}

function hanging({ all }: Chains, open: readonly OpenCalls[]): Finding {
  const late = open.filter(({ chainId, state, oldestSeconds }) => {
    const { expectedFinalSeconds = 0 } = all.find(({ id }) => id === chainId)?.preset ?? {};
    return oldestSeconds > LATE_SECONDS + (state === "mined" ? expectedFinalSeconds : 0);
  });
  if (late.length === 0) return ok();
  const [first] = late.toSorted((one, other) => other.oldestSeconds - one.oldestSeconds);
  const count = late.reduce((sum, group) => sum + group.count, 0);
  const why = first?.failure
    ? `${first.kind}, ${first.failure}`
    : `${first?.kind}, ${first?.state}`;
  return warn(
    `operators' calls hang: ${count}, the oldest for ${spoken(first?.oldestSeconds ?? 0)} (${why})`,
  );
}

/** Merchants that no registry has, since their registration was refused or has failed. */
function unregistered(failed: readonly FailedRegistrations[]): Finding {
  const [first] = failed;
  if (!first) return ok();
  const count = failed.reduce((sum, group) => sum + group.count, 0);
  const last = `the last of ${first.merchantId} in ${first.mode} mode (${first.failure})`;
  return warn(`registrations have ended without effect: ${count}, ${last}`);
}

/** Subscriptions that have ended here, could be charged on the chain, and that no call is about. */
function forgotten({ withoutCall, oldestSeconds }: Cancellations): Finding {
  if (withoutCall === 0) return ok();
  const count = `${withoutCall} of the subscriptions that have ended`;
  return warn(`no call ends ${count} on the chain; the oldest waits for ${spoken(oldestSeconds)}`);
}

async function walletsOf(
  sources: Sources,
  { chain, operatorBalances, market }: ChainSources,
): Promise<Finding> {
  const { config } = sources;
  if (config.OPERATOR_PRIVATE_KEY.length === 0) return ok();
  const [wallets, fees] = await Promise.all([
    balancesInService(sources, chain.id, operatorBalances),
    market(),
  ]);
  const { maxFeePerGas } = marketFees(fees, feeCap(config)) ?? { maxFeePerGas: feeCap(config) };
  const { symbol, decimals } = chain.preset.nativeCurrency;
  return combine(
    wallets.map(({ wallet, balance }) => {
      const calls = balance / (CALL_GAS * maxFeePerGas);
      const has = `${Number(Number(formatUnits(balance, decimals)).toPrecision(4))} ${symbol}`;
      const detail = `the operator's wallet ${wallet} has ${has} on chain ${chain.id}, good for ${calls} calls`;
      return calls < LOW_CALLS ? warn(detail) : ok(detail);
    }),
  );
}

/** Whether the merchants' registrations are what the registries say, and money may be sent where these say. */
export async function checkRegistrations({
  registrations,
  unusablePayouts,
}: Sources): Promise<Finding> {
  const [differences, unusable] = await Promise.all([registrations(), unusablePayouts()]);
  return combine([
    ok(),
    ...unusable.map(({ merchantId, mode, payout, trouble }) =>
      raising(
        "payout_unusable",
        warn(
          `the payout address ${payout} of ${merchantId} in ${mode} mode cannot be used: ${trouble}`,
        ),
      ),
    ),
    ...differences.map(({ merchantId, mode, chainMerchantId, differs }) => {
      const name = `${merchantId} in ${mode} mode (${chainMerchantId})`;
      if (differs.includes("missing")) return warn(`${name} is not in the registry`);
      if (differs.includes("merchant")) return warn(`${name} is another merchant's`);
      return warn(`${name} differs from the registry: ${differs.join(", ")}`);
    }),
  ]);
}

/**
 * Whether the admin of a deployment has announced another treasury or another operator, which only the present one can
 * refuse.
 */
export async function checkTreasury(sources: Sources): Promise<Finding> {
  const [{ deployments }, roles] = await Promise.all([sources.chains(), sources.roles()]);
  const findings = roles.flatMap(({ deploymentId, announcedTreasury, announcedOperator }) => {
    const deployment = deployments.find(({ id }) => id === deploymentId);
    if (!deployment) return [];
    const where = `in ${deployment.mode} mode on chain ${deployment.chainId}`;
    const announced = [
      ["treasury", announcedTreasury] as const,
      ["operator", announcedOperator] as const,
    ];
    return announced.flatMap(([role, one]) => {
      if (!one) return [];
      const from = one.acceptableAt.toISOString();
      return [
        warn(`another ${role} is announced ${where}: ${one.account} may take over from ${from} on`),
      ];
    });
  });
  return combine([ok(), ...findings]);
}
