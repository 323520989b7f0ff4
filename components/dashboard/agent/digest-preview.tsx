import { blockerWord } from "@/components/dashboard/renewals/renewal-state";
import { Fact, Facts } from "@/components/ui/facts";
import { Money } from "@/components/ui/money/money";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
import type { getAgentDigest } from "@/lib/contract/agents/digest";
import type { ReceivedOutput } from "@/lib/contract/endpoint";
import { centsText } from "./agent-config";

type Digest = ReceivedOutput<typeof getAgentDigest>;

/** What the next digest says, by the settings as they are saved. */
export function DigestPreview({ digest }: { digest: Digest }) {
  const { day, currencies, renewals, anomalies } = digest;
  return (
    <Section
      title="Digest preview"
      text={`The digest of ${day} (UTC), as it would be sent by the saved settings.`}
    >
      <div className="grid gap-5">
        {anomalies.length === 0 ? (
          <p className="text-sm">Nothing unusual.</p>
        ) : (
          <Notice tone="wait">
            <ul className="grid gap-1">
              {anomalies.map(({ figure, currency, text }) => (
                <li key={`${figure} ${currency}`}>{text}</li>
              ))}
            </ul>
          </Notice>
        )}
        <Facts>
          {currencies.map(({ currency, in: received, fees, refunds }) => (
            <Fact key={currency} name={`${currency} in, fees, refunds`}>
              <Money amount={received} currency={currency} />,{" "}
              <Money amount={fees} currency={currency} />,{" "}
              <Money amount={refunds} currency={currency} />
            </Fact>
          ))}
          {renewals.currencies.map((one) => (
            <Fact key={one.currency} name={`${one.currency} renewals in ${renewals.days} days`}>
              {renewals.complete ? "" : "at least "}
              {one.renewals} for <Money amount={one.amount} currency={one.currency} />
              {one.byBlocker
                .filter(({ blocker }) => blocker !== null)
                .map(({ blocker, renewals: count }) => `; ${count} ${blockerWord(blocker)}`)}
            </Fact>
          ))}
          <Fact name="Runway">{runwayText(digest.runway)}</Fact>
        </Facts>
      </div>
    </Section>
  );
}

const dollars = (cents: string) => `${centsText(Number(cents))} USD`;

function runwayText({ liquidCents, reserveCents, isBelow, days }: Digest["runway"]): string {
  if (liquidCents === null) return "The balance is not known";
  const held = `${dollars(liquidCents)}, reserve ${dollars(reserveCents)}`;
  if (isBelow) return `${held}: below the reserve`;
  if (days === null) return `${held}: no more goes out than comes in`;
  return `${held}: reached in ${days} days`;
}
