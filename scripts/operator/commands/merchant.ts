import { z } from "zod";
import {
  type MerchantStatus,
  type RegistrationStatus,
  readMerchantStatus,
} from "@/lib/domain/operations/read-merchant-status";
import { defineCommand } from "@/scripts/operator/command";
import { table } from "@/scripts/operator/table";

const help = `Shows a merchant's fee, payout address and status: what our rows say beside what the registry says
in each mode. The contracts go by the registry alone. Where the two differ, payments still settle to
the registry's payout address; the indexer follows the settlement's event.`;

export const merchant = defineCommand({
  name: "merchant",
  summary: "a merchant's fee, payout and status, in our rows and in the registry",
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
        ? `They differ in ${differences.join(", ")}.`
        : "They agree.";
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
