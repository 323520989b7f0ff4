import { z } from "zod";
import { currencies } from "@/lib/core/amounts/money";
import { type ConfirmationRule, stages } from "@/lib/core/payments/stages";
import {
  readConfirmationPolicy,
  setConfirmationPolicy,
} from "@/lib/domain/merchants/set-confirmation-policy";
import { contextOf, defineCommand } from "@/operator/command";

const help = `Shows from which stage on a merchant's payments count as confirmed, and sets it with --rules. Without
a rule that fits, a payment counts when it is final. A rule is CURRENCY:UP_TO:STAGE, rules are separated
by commas: the amount is in the token's smallest unit, the stage is seen (in a block), safe (in a block
that the chain hardly takes back) or final. USDC:50000000:seen takes up to 50 USDC from their block on:
the merchant bears the loss when the block is replaced and the payment does not come back, and is told so
by payment.reverted. --rules none takes all rules away.`;

const rule = z
  .string()
  .regex(
    new RegExp(`^(${currencies.join("|")}):[1-9][0-9]{0,77}:(${stages.join("|")})$`),
    "a rule is CURRENCY:UP_TO:STAGE, such as USDC:50000000:seen",
  )
  .transform((text) => {
    const [currency, upTo, stage] = text.split(":");
    return { currency, upTo, stage } as ConfirmationRule;
  });

const rules = z
  .string()
  .transform((text) => (text === "none" ? [] : text.split(",")))
  .pipe(z.array(rule).max(20));

export const confirmationPolicy = defineCommand({
  name: "confirmation-policy",
  summary: "from which stage on a merchant's payments count as confirmed",
  help,
  words: ["ID"],
  options: { rules: { value: "RULES", text: "the new rules, or none" } },
  changes: true,
  input: z.object({ id: z.string().startsWith("mer_"), rules: rules.optional() }),
  async run(desk, { id, rules: wanted }) {
    const now = await readConfirmationPolicy(desk.db, id);
    const data = { merchantId: id, policy: now };
    const lines = [`${id} takes payments as confirmed ${inWords(now)}.`];
    if (wanted === undefined) return { lines, data };
    return {
      lines: [...lines, `It would take them ${inWords(wanted)}.`],
      data: { ...data, wanted },
      apply: async () => {
        await setConfirmationPolicy(await contextOf(desk), id, wanted);
        return {
          lines: [`${id} takes payments as confirmed ${inWords(wanted)} from now on.`],
          data: { merchantId: id, policy: wanted },
        };
      },
    };
  },
});

function inWords(policy: readonly ConfirmationRule[]): string {
  if (policy.length === 0) return "when they are final";
  const rest = policy.map(({ currency, upTo, stage }) => `up to ${upTo} ${currency} when ${stage}`);
  return `${rest.join(", ")}, others when they are final`;
}
