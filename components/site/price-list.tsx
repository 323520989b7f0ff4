import { ButtonLink } from "@/components/ui/button-link";
import { formatBps } from "@/lib/core/amounts/format-bps";
import { splitFee, toDecimal } from "@/lib/core/amounts/money";
import { tierFeeBps, tiers } from "@/lib/core/merchants/merchant-states";
import { planNames } from "@/lib/core/merchants/plan-names";

/** 100 of either currency. */
const EXAMPLE = 100_000_000n;

const facts = [
  {
    title: "When you pay the fee",
    text: "The contract splits each payment in the same transaction: the fee goes to Stipend, the rest to your wallet. Your money is never held in between.",
  },
  {
    title: "Free of charge",
    text: "Refunds, invoices, webhooks, failed payments and renewals that do not go through. If you refund a payment, its fee is not returned.",
  },
  {
    title: "Changing your plan",
    text: "You choose your plan in the dashboard. The fee falls at most once in 30 days. The contract never takes more than 3 %.",
  },
];

/** The plans, from the fees that the contract is given. */
export function PriceList() {
  return (
    <>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {tiers.map((tier) => {
          const { fee, net } = splitFee(EXAMPLE, tierFeeBps[tier]);
          return (
            <li key={tier} className="grid gap-4 rounded-2xl border border-line bg-raised p-5">
              <h2 className="font-semibold tracking-tight">{planNames[tier]}</h2>
              <p className="font-semibold text-3xl tabular-nums tracking-tight">
                {formatBps(tierFeeBps[tier])}
              </p>
              <p className="text-muted text-sm tabular-nums">
                Of 100.00 USDC the fee is {toDecimal(fee)}, and {toDecimal(net)} are yours.
              </p>
            </li>
          );
        })}
      </ul>
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink href="/signup">Create an account</ButtonLink>
        <ButtonLink look="secondary" href="/contact">
          Ask about a plan
        </ButtonLink>
      </div>
      <dl className="mt-12 grid gap-8 md:grid-cols-3">
        {facts.map(({ title, text }) => (
          <div key={title}>
            <dt className="font-semibold tracking-tight">{title}</dt>
            <dd className="mt-1.5 text-pretty text-muted text-sm leading-relaxed">{text}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
