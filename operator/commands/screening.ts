import { z } from "zod";
import { currentListVersion } from "@/lib/adapters/screening/screen-address";
import { emptyList } from "@/lib/adapters/screening/screening-list";
import { toDecimal } from "@/lib/core/amounts/money";
import { impossible } from "@/lib/core/errors";
import { countKnownWallets, repeatRound } from "@/lib/domain/compliance/repeat-round";
import {
  decideHold,
  type HoldVerdict,
  planHoldDecision,
} from "@/lib/domain/operations/holds/decide-hold";
import { type HeldPayment, listHeld } from "@/lib/domain/operations/holds/list-held";
import { contextOf, type Desk, defineCommand, type Finding } from "@/operator/command";
import { ago, table } from "@/operator/wording";

const help = `Lists the payments held by screening, with the lists' answers, and decides one. Use this when /ready or a metric says that payments are held, or when a merchant asks about a payment. release TRANSACTION confirms
a settled payment, with its session and its webhook, as if the payer had been clear; release SUBMISSION
lets the relay take a payment without asking the lists again. refuse records that it is refused: a
settled payment is never confirmed and keeps the exception “screening”; one that was not relayed is
rejected. Payments that are held because a list did not answer are asked about again by themselves. A
refused payment may be released later, until its merchant returns it. rescreen screens all known payers and
payout addresses once more under the lists as they are, some each minute; a changed file does that by
itself. Without words it prints the list.`;

const input = z.union([
  z.object({ decision: z.undefined().optional(), id: z.undefined().optional() }),
  z.object({ decision: z.literal("rescreen"), id: z.undefined().optional() }),
  z.object({
    decision: z.enum(["release", "refuse"]),
    id: z.string().regex(/^(txn|rsb)_/, "a transaction (txn_…) or a submission (rsb_…)"),
  }),
]);

export const screening = defineCommand({
  name: "screening",
  summary: "list payments held by screening; release or refuse one; screen known wallets again",
  help,
  words: ["DECISION", "ID"],
  options: {},
  changes: true,
  input,
  async run(desk, { decision, id }) {
    if (decision === "rescreen") return rescreen(desk);
    if (decision === undefined || id === undefined) {
      const held = await listHeld(desk.db);
      return { lines: listLines(held), data: { held } };
    }
    return decide(desk, id, decision === "release" ? "released" : "refused");
  },
});

async function decide(desk: Desk, id: string, decision: HoldVerdict): Promise<Finding> {
  const { payment, consequence } = await planHoldDecision(desk.db, { id, decision });
  return {
    lines: [...listLines([payment]), consequence],
    data: { payment, decision: decision === "released" ? "release" : "refuse" },
    apply: async () => {
      const after = await decideHold(await contextOf(desk), { id, decision });
      const now = Object.values(after).filter(Boolean).join(", ");
      return { lines: [`${id} is ${decision}: ${now}.`], data: { id, ...after } };
    },
  };
}

async function rescreen(desk: Desk): Promise<Finding> {
  const version = await currentListVersion(desk.config);
  if (version === null || version === emptyList.version) {
    throw impossible("There is no list that can be read: see SCREENING_LIST.", "not_possible");
  }
  const wallets = await countKnownWallets(desk.db);
  const perMinute = desk.config.SCREENING_WALLETS_PER_MINUTE;
  return {
    lines: [`${wallets} wallets would be screened under ${version}, ${perMinute} each minute.`],
    data: { version, wallets },
    apply: async () => {
      await repeatRound(await contextOf(desk), version);
      return { lines: [`The round of ${version} begins anew.`], data: { version, wallets } };
    },
  };
}

function listLines(held: readonly HeldPayment[]): string[] {
  if (held.length === 0) return ["Screening is holding no payments."];
  return table(
    held.map((payment) => [
      payment.id,
      payment.merchantId,
      `${toDecimal(payment.amount)} ${payment.currency ?? ""}`.trim(),
      `from ${payment.payer}`,
      payment.sessionId ?? "no session",
      `${payment.result} (${payment.matches?.join(", ") || payment.provider})`,
      ago(payment.since),
      payment.decision ?? "",
    ]),
  );
}
