import { audited } from "@/lib/domain/platform/audit/audited";
import type { Context, OperatorActor } from "@/lib/domain/platform/context";
import { fillNonceGap, lacksKey, planGapFill } from "@/lib/domain/wallets/nonces/fill-nonce-gap";
import { planCounterRaise, raiseCounter } from "@/lib/domain/wallets/nonces/raise-counter";
import { retireAudited } from "@/lib/domain/wallets/nonces/retire-audited";
import {
  planRetirement,
  type RetirementPlan,
  reinstateWallet,
} from "@/lib/domain/wallets/nonces/retire-wallet";
import type { WalletName } from "@/lib/domain/wallets/nonces/wallet-rows";
import { type Command, contextOf, defineCommand, type Finding } from "@/operator/command";
import { addressText, chainInput, chainOption } from "@/operator/options";
import { counted, orUnknown } from "@/operator/wording";

const walletInput = chainInput.extend({
  address: addressText,
});

interface WalletText {
  readonly name: string;
  readonly summary: string;
  readonly help: string;
  find(ctx: Context<OperatorActor>, name: WalletName): Promise<Finding>;
}

/** A command about one wallet of one chain. */
function walletCommand({ find, ...text }: WalletText): Command {
  return defineCommand({
    ...text,
    words: ["ADDRESS"],
    options: { chain: chainOption },
    changes: true,
    input: walletInput,
    run: async (desk, { chain, address }) =>
      find(await contextOf(desk), { chainId: chain, wallet: address }),
  });
}

const subjectOf = ({ chainId, wallet }: WalletName) => ({
  type: "relay_wallet",
  id: `${chainId}:${wallet}`,
});

export const raiseCounterCommand = walletCommand({
  name: "raise-counter",
  summary: "raise a relay wallet's counter to the chain's final count",
  help: `Raises the counter of a relay wallet that is behind the chain, so that the wallet does not sign for a nonce that is already used. Use this after the database was restored from a backup, or the wallet's key was used elsewhere, when the log says that the counter is behind; at finality the relay raises the counter by itself. Prints the counter, the chain's count now and at the final block, and the open nonces.`,
  async find(ctx, name) {
    const plan = await planCounterRaise(ctx, name);
    const { databaseCounter, latestCount, finalCount, openSlots, target } = plan;
    const open = openSlots.map(({ nonce, state }) => `${nonce} ${state}`).join(", ");
    const verdict =
      target === null
        ? "The counter is not behind the final block: there is nothing to raise."
        : `The counter would be raised from ${databaseCounter} to ${target}.`;
    return {
      lines: [
        `The next nonce is ${databaseCounter}; the chain has ${latestCount} transactions, ${orUnknown(finalCount)} at the final block.`,
        `Open nonces: ${open || "none"}.`,
        verdict,
      ],
      data: { ...plan },
      ...(target !== null && {
        apply: async () => {
          const entry = { action: "relay_wallet.raise_counter", subject: subjectOf(name) };
          const before = { databaseCounter, latestCount, finalCount };
          const after = await audited(ctx, { ...entry, before }, (inner) =>
            raiseCounter(inner, name),
          );
          return { lines: [`The next nonce is ${after.databaseCounter}.`], data: { ...after } };
        },
      }),
    };
  },
});

/** Fills a wallet's gap and writes it down. */
export async function fillGapAudited(ctx: Context<OperatorActor>, name: WalletName) {
  const { latestCount, databaseCounter } = await planGapFill(ctx, name);
  const entry = { action: "relay_wallet.fill_gap", subject: subjectOf(name) };
  return audited(ctx, { ...entry, before: { latestCount, databaseCounter } }, (inner) =>
    fillNonceGap(inner, name),
  );
}

export const fillNonceGapCommand = walletCommand({
  name: "fill-nonce-gap",
  summary: "fill nonces that a relay wallet's later transactions wait for",
  help: `Fills the nonces between the chain's count and a relay wallet's counter that no submission holds: nodes keep
every later transaction of the wallet waiting for them. Use it when payments of one wallet stay
submitted and this command names missing nonces. A nonce that never had a transaction gets one that does
nothing; one whose block is gone gets its stored transaction again. It prints the missing nonces.`,
  async find(ctx, name) {
    const plan = await planGapFill(ctx, name);
    const { missing, latestCount, databaseCounter, canSign } = plan;
    const nonces = missing.map(({ nonce, kept }) =>
      kept ? `${nonce} (its stored transaction)` : `${nonce} (a no-op)`,
    );
    const lines = [
      `The chain waits for nonce ${latestCount}; the next one to be signed is ${databaseCounter}.`,
      missing.length > 0 ? `Missing: ${nonces.join(", ")}.` : "No nonce is missing.",
      ...(canSign ? [] : ["The wallet's key is not configured."]),
    ];
    if (missing.length === 0) return { lines, data: { ...plan } };
    if (lacksKey(plan)) return { lines, data: { ...plan }, refused: true };
    const apply = async () => {
      const filled = await fillGapAudited(ctx, name);
      return {
        lines: [`${counted(filled.missing.length, "nonce")} will be used up by the relay.`],
        data: { ...filled },
      };
    };
    return { lines, data: { ...plan }, apply };
  },
});

export const retireWalletCommand = walletCommand({
  name: "retire-wallet",
  summary: "take a relay wallet out of service, whether or not its key is lost",
  help: `Takes a relay wallet out of service. Use this when its key is lost or leaked, or to replace the wallet: payments that it has not signed for go to the other wallets, and signed transactions are sent from their stored bytes and decided at finality. A payment whose stored bytes pay too little for the market ends with its
authorization. Prints the queued, signed and in-flight payments, and how many wallets remain.`,
  async find(ctx, name) {
    const plan = await planRetirement(ctx, name);
    const lines = retirementLines(plan);
    if (plan.retiredAt) return { lines, data: { ...plan } };
    const apply = async () => {
      const after = await retireAudited(ctx, plan);
      return { lines: ["The wallet is retired."], data: { ...after } };
    };
    return { lines, data: { ...plan }, apply };
  },
});

export const reinstateWalletCommand = walletCommand({
  name: "reinstate-wallet",
  summary: "take a retired relay wallet back into service",
  help: `Takes a retired relay wallet back into service, when its key has been found and cannot have leaked.
It takes payments again with the next run of the relay, provided that RELAYER_PRIVATE_KEYS has its key.
Prints the wallet's open nonces and payments.`,
  async find(ctx, name) {
    const plan = await planRetirement(ctx, name);
    const lines = retirementLines(plan);
    if (!plan.retiredAt) return { lines, data: { ...plan } };
    const apply = async () => {
      const entry = { action: "relay_wallet.reinstate", subject: subjectOf(name) };
      const after = await audited(ctx, { ...entry, before: plan }, (inner) =>
        reinstateWallet(inner, name),
      );
      return { lines: ["The wallet is in service."], data: { ...after } };
    };
    return { lines, data: { ...plan }, apply };
  },
});

function retirementLines(plan: RetirementPlan): string[] {
  const { retiredAt, canSign, queued, openSlots, signedPayments, others } = plan;
  const slots = Object.entries(openSlots).map(([state, count]) => `${count} ${state}`);
  return [
    retiredAt ? `Retired since ${retiredAt.toISOString()}.` : "In service.",
    `Its key is ${canSign ? "" : "not "}configured; ${counted(others, "other wallet")} with a key in service.`,
    `${counted(queued, "payment")} not signed for would go to the others.`,
    `${counted(signedPayments, "payment")} in nonces that are open: ${slots.join(", ") || "none"}.`,
  ];
}
