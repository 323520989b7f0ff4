import { z } from "zod";
import { impossible } from "@/lib/core/errors";
import { listStuckRenewals, type StuckRenewal } from "@/lib/domain/renewals/list-stuck-renewals";
import { retryRenewal } from "@/lib/domain/renewals/retry-renewal";
import { contextOf, defineCommand } from "@/scripts/operator/command";
import { table } from "@/scripts/operator/table";
import { ago, counted } from "@/scripts/operator/wording";

export const renewals = defineCommand({
  name: "renewals",
  summary: "charges of subscriptions that the contract refuses",
  help: `Lists subscriptions whose charge of a period was sent five times, each time after it had been found to go through,
and refused by the contract. They wait for retry-renewal, or for their next period. Nobody was told of it: the payers
have nothing to do with it.`,
  words: [],
  options: {},
  changes: false,
  input: z.object({}),
  async run(desk) {
    const found = await listStuckRenewals(desk.db);
    const lines = found.length === 0 ? ["No charge is refused too often."] : rows(found);
    return { lines, data: { renewals: found } };
  },
});

export const retryRenewalCommand = defineCommand({
  name: "retry-renewal",
  summary: "try a charge again that was refused too often",
  help: `Excuses the refusals of a subscription, so that a keeper looks at it at once: it is charged if it would go through by
then. Use it once what stood in the way is repaired.`,
  words: ["SUBSCRIPTION"],
  options: {},
  changes: true,
  input: z.object({ subscription: z.string().startsWith("sub_") }),
  async run(desk, { subscription: id }) {
    const found = (await listStuckRenewals(desk.db)).filter((one) => one.id === id);
    if (found.length === 0)
      throw impossible(`No charge of ${id} is refused too often.`, "not_possible");
    const apply = async () => {
      await retryRenewal(await contextOf(desk), id);
      return { lines: [`${id} is due again.`], data: { renewal: { id } } };
    };
    return {
      lines: [...rows(found), "It would be tried again."],
      data: { renewals: found },
      apply,
    };
  },
});

function rows(found: readonly StuckRenewal[]): string[] {
  return table(
    found.map(({ id, merchantId, period, refusals, lastAt }) => [
      id,
      merchantId,
      `period ${period}`,
      counted(refusals, "refusal"),
      ago(lastAt),
    ]),
  );
}
