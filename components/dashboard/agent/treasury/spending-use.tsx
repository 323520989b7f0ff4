import { centsText } from "@/components/dashboard/agent/agent-config";
import { Disclosure } from "@/components/ui/disclosure";
import { shortHex } from "@/components/ui/short-hex";
import type { Treasury } from "./treasury";

const dollars = (cents: string) => `${centsText(Number(cents))} USD`;

/** How much of the limits the last 30 days, and each vendor's last 24 hours, have used. */
export function SpendingUse({ treasury }: { treasury: Treasury }) {
  const { spentUsdCents, chainSpentUsdCents, capUsdCents, vendorDays } = treasury;
  const counted = BigInt(chainSpentUsdCents ?? 0);
  const differs = counted !== BigInt(spentUsdCents) && chainSpentUsdCents !== null;
  return (
    <div className="grid gap-2 text-sm">
      <p id="agent-spending">
        Spent in 30 days: <span className="font-medium">{dollars(spentUsdCents)}</span>
        {capUsdCents === null ? ", without a cap" : ` of ${dollars(capUsdCents)}`}
      </p>
      {capUsdCents !== null && capUsdCents !== "0" && (
        <meter
          aria-labelledby="agent-spending"
          className="h-2 w-full"
          min={0}
          max={Number(capUsdCents)}
          value={Math.min(Number(spentUsdCents), Number(capUsdCents))}
        />
      )}
      {differs && (
        <p className="text-muted">
          The treasury counts {dollars(chainSpentUsdCents)}: jobs once they are funded, since its
          owner last reset it.
        </p>
      )}
      {vendorDays.length > 0 && <VendorDays treasury={treasury} />}
    </div>
  );
}

function VendorDays({ treasury }: { treasury: Treasury }) {
  const { vendorDays, vendorDayUsdCents } = treasury;
  return (
    <Disclosure summary={`Vendors in the last 24 hours: ${vendorDays.length}`}>
      <dl className="grid gap-1.5">
        {vendorDays.map(({ vendorAddress, usdCents }) => (
          <div key={vendorAddress} className="flex flex-wrap justify-between gap-x-6">
            <dt>
              <code translate="no" className="font-mono text-xs">
                {shortHex(vendorAddress)}
              </code>
            </dt>
            <dd>
              {dollars(usdCents)}
              {vendorDayUsdCents !== null && ` of ${dollars(vendorDayUsdCents)} without approval`}
            </dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  );
}
