import { z } from "zod";
import type { Deployment } from "@/lib/adapters/chain/chains";
import {
  acknowledgePayout,
  listUnusablePayouts,
  type UnusablePayout,
} from "@/lib/domain/merchants/registrations/unusable-payouts";
import {
  type MerchantStatus,
  type RegistrationStatus,
  readMerchantStatus,
} from "@/lib/domain/operations/read-merchant-status";
import { audited } from "@/lib/domain/platform/audit/audited";
import type { Context } from "@/lib/domain/platform/context";
import { latestExpiry } from "@/lib/domain/wallets/operator-calls/latest-expiry";
import { callCommand } from "@/operator/call-command";
import { contextOf, defineCommand } from "@/operator/command";
import {
  addressText,
  chooseNamed,
  deploymentInput,
  deploymentOptions,
  feeBpsText,
} from "@/operator/options";
import { table } from "@/operator/wording";

const help = `Shows a merchant's fee, payout address and status, in Stipend's rows and in the registry of each mode. The contracts go by the registry alone. Where the two differ, payments still settle to
the registry's payout address; the indexer follows the settlement's event.`;

export const merchant = defineCommand({
  name: "merchant",
  summary: "show a merchant's fee, payout and status, in Stipend's rows and in the registry",
  help,
  words: ["ID"],
  options: {},
  changes: false,
  input: z.object({ id: z.string().startsWith("mer_") }),
  async run(desk, { id }) {
    const found = await readMerchantStatus(desk.db, await desk.chains(), id);
    return { data: { merchant: found }, lines: linesOf(found) };
  },
});

function linesOf({ registrations, ...merchant }: MerchantStatus): string[] {
  const { id, businessName, email, status, payoutAddress } = merchant;
  return [
    `${id}  ${businessName}`,
    ...table([
      ["e-mail", email ?? "none"],
      ["status", status],
      ["payout address", payoutAddress ?? "none"],
    ]),
    ...registrations.flatMap((registration) => ["", ...registrationLines(registration)]),
  ];
}

function registrationLines(registration: RegistrationStatus): string[] {
  const { mode, chainMerchantId, owner, payout, feeBps, onChain, differences } = registration;
  const unknown = { owner: "unknown", payout: "unknown", feeBps: "unknown", status: "unknown" };
  const chain = onChain ?? unknown;
  const raises = [raiseOf(registration), onChain ? raiseOf(onChain) : "unknown"];
  const until = onChain?.settleUntil ? ` until ${onChain.settleUntil.toISOString()}` : "";
  const verdict =
    onChain === null
      ? "The registry was not read: the chain does not answer, or is not configured."
      : differences.length > 0
        ? `Rows and registry differ in ${differences.join(", ")}.`
        : "Rows and registry agree.";
  return [
    ...table([
      [`${mode}, registry id ${chainMerchantId}`, "row", "registry"],
      ["fee (hundredths of a percent)", String(feeBps), String(chain.feeBps)],
      ...(raises.some((raise) => raise !== "none" && raise !== "unknown")
        ? [["announced fee", ...raises]]
        : []),
      ["payout", payout, chain.payout],
      ["owner", owner, chain.owner],
      ["status", "", `${chain.status}${until}`],
    ]),
    verdict,
  ];
}

const raiseOf = ({
  nextFeeBps,
  nextFeeAt,
}: Pick<RegistrationStatus, "nextFeeBps" | "nextFeeAt">) =>
  nextFeeBps === null || nextFeeAt === null
    ? "none"
    : `${nextFeeBps} from ${nextFeeAt.toISOString()}`;

const merchantInput = deploymentInput.extend({ merchant: z.string().startsWith("mer_") });
const feeOption = { value: "NUMBER", text: "hundredths of a percent, at most 300" };

const made = `The operator's wallet signs the call, and Stipend follows it to finality; Stipend's row follows the registry's event. Without --apply, prints the current state, the call, and its cost.`;

const ofMerchant = (
  ctx: Pick<Context, "chains">,
  given: z.output<typeof merchantInput>,
): { deployment: Deployment; merchantId: string } => ({
  deployment: chooseNamed(ctx, given),
  merchantId: given.merchant,
});

export const registerCommand = callCommand({
  name: "register",
  summary: "admit a merchant to a registry",
  help: `Registers a merchant that has a row, in one more deployment. Use this for a chain or contracts that were added after the merchant was created. ${made}`,
  words: ["MERCHANT"],
  options: {
    ...deploymentOptions,
    owner: { value: "ADDRESS", text: "may change the payout address" },
    payout: { value: "ADDRESS", text: "receives the settlements" },
    feeBps: feeOption,
  },
  input: merchantInput.extend({ owner: addressText, payout: addressText, feeBps: feeBpsText }),
  async want(ctx, { owner, payout, feeBps: fee, ...given }) {
    const wanted = {
      kind: "register",
      ...ofMerchant(ctx, given),
      owner,
      payout,
      feeBps: fee,
    } as const;
    return {
      wanted,
      line: `Wanted: ${given.merchant} is registered, owned by ${owner}, paid to ${payout}, for ${fee} hundredths of a percent.`,
    };
  },
});

export const setFeeCommand = callCommand({
  name: "set-fee",
  summary: "change a merchant's fee in the registry",
  help: `Changes the fee that the contract takes from a merchant's payments. A fall that the merchant's tier has planned for later in the same registry is taken back. ${made}`,
  words: ["MERCHANT"],
  options: { ...deploymentOptions, feeBps: feeOption },
  input: merchantInput.extend({ feeBps: feeBpsText }),
  async want(ctx, { feeBps: fee, ...given }) {
    const wanted = { kind: "set_fee", ...ofMerchant(ctx, given), feeBps: fee } as const;
    return { wanted, line: `Wanted: ${fee} hundredths of a percent.` };
  },
});

export const suspendCommand = callCommand({
  name: "suspend",
  summary: "suspend a merchant in the registry",
  help: `Suspends a merchant: once that is final, the merchant cannot create anything new in the registry's deployment, and open sessions can be paid until a given time, by default until a day after the last of them expires, for payments that are on their way then. The registry keeps the time of the first suspension: to change it,
reactivate first. ${made}`,
  words: ["MERCHANT"],
  options: {
    ...deploymentOptions,
    settleUntil: {
      value: "TIME",
      text: "such as 2026-12-31T12:00:00Z, or now; at most 130 days ahead",
    },
  },
  input: merchantInput.extend({
    settleUntil: z.union([z.literal("now"), z.iso.datetime({ offset: true })]).optional(),
  }),
  async want(ctx, { settleUntil: said, ...given }) {
    const place = ofMerchant(ctx, given);
    const latest = said === undefined ? await latestExpiry(ctx.db, place) : null;
    const settleUntil = said !== undefined && said !== "now" ? new Date(said) : latest;
    const until = settleUntil
      ? `open payments can be paid until ${settleUntil.toISOString()}`
      : "none of its payments can be paid";
    return {
      wanted: { kind: "suspend", ...place, settleUntil } as const,
      line: `Wanted: the merchant is suspended, and ${until}.`,
    };
  },
});

export const reactivateCommand = callCommand({
  name: "reactivate",
  summary: "end a merchant's suspension in the registry",
  help: `Makes a suspended merchant active again. ${made}`,
  words: ["MERCHANT"],
  options: deploymentOptions,
  input: merchantInput,
  async want(ctx, given) {
    const wanted = { kind: "reactivate", ...ofMerchant(ctx, given) } as const;
    return { wanted, line: "Wanted: the merchant is active." };
  },
});

export const closeCommand = callCommand({
  name: "close",
  summary: "close a merchant in the registry, for good",
  help: `Closes a merchant, who can then never be paid again. The call waits until none of the merchant's relayed payments is on its way; suspend the merchant first, so that no new ones arrive. ${made}`,
  words: ["MERCHANT"],
  options: deploymentOptions,
  input: merchantInput,
  async want(ctx, given) {
    const wanted = { kind: "close", ...ofMerchant(ctx, given) } as const;
    return { wanted, line: "Wanted: the merchant is closed, for good." };
  },
});

export const payouts = defineCommand({
  name: "payouts",
  summary: "list payout addresses on the chain that cannot be used",
  help: `Lists merchants whose payout address in a registry is a token or one of Stipend's contracts (payout_not_allowed) or is named by a screening list (payer_blocked). No session is opened there until the owner sets another address, or acknowledge-payout lets this one pass.`,
  words: [],
  options: {},
  changes: false,
  input: z.object({}),
  async run(desk) {
    const found = await listUnusablePayouts(desk.db);
    if (found.length === 0) return { lines: ["There are none."], data: { payouts: [] } };
    return { lines: payoutTable(found), data: { payouts: found } };
  },
});

export const acknowledgePayoutCommand = defineCommand({
  name: "acknowledge-payout",
  summary: "open sessions again with a payout address that was found unusable",
  help: `Lets a merchant open sessions again although its payout address on the chain was found unusable, until the registry names another one. Use this after you have asked the merchant, and where the list is wrong. Money that is paid to a token or to one of Stipend's contracts is lost.`,
  words: ["MERCHANT"],
  options: deploymentOptions,
  changes: true,
  input: merchantInput,
  async run(desk, given) {
    const ctx = await contextOf(desk);
    const { deployment, merchantId } = ofMerchant(ctx, given);
    const all = await listUnusablePayouts(ctx.db, merchantId);
    const payout = all.find(({ deploymentId }) => deploymentId === deployment.id);
    if (!payout) return { lines: ["Its payout address there is usable."], data: { payout: null } };
    const apply = async () => {
      const subject = { type: "merchant", id: merchantId };
      const entry = { action: "merchant.acknowledge_payout", subject, before: payout };
      await audited(ctx, entry, (inner) => acknowledgePayout(inner, payout));
      return { lines: ["Sessions are opened again."], data: { payout } };
    };
    return { lines: payoutTable([payout]), data: { payout }, apply };
  },
});

const payoutTable = (payouts: readonly UnusablePayout[]) =>
  table([
    ["MERCHANT", "MODE", "PAYOUT", "TROUBLE"],
    ...payouts.map(({ merchantId, mode, payout, trouble }) => [merchantId, mode, payout, trouble]),
  ]);
