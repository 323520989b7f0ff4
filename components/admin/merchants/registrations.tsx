import { CopyHex } from "@/components/dashboard/detail/copy-hex";
import { Fact, Facts } from "@/components/ui/facts";
import { Section } from "@/components/ui/section";
import { LocalTime } from "@/components/ui/time/local-time";
import type { Merchant } from "./merchant-shapes";
import { Agreement, agreementOf, sayDifferences } from "./merchant-states";

const registryWords = {
  none: "Not registered",
  active: "Active",
  suspended: "Suspended",
  closed: "Closed",
} as const;

/** A merchant's records in the registries, beside what is stored here. */
export function Registrations({ merchant: { registrations, status } }: { merchant: Merchant }) {
  return (
    <Section
      title="On-chain registrations"
      text="The stored records, compared with the registries of both modes."
    >
      {registrations.length === 0 && (
        <p className="text-muted text-sm">No registry has this merchant.</p>
      )}
      <div className="grid gap-x-8 gap-y-6 md:grid-cols-2">
        {registrations.map((one) => (
          <div key={one.deploymentId} className="min-w-0">
            <div className="mb-1 flex items-center justify-between gap-3">
              <h3 className="font-medium text-sm">{one.mode === "live" ? "Live" : "Test"}</h3>
              <Agreement found={agreementOf(status, one)} />
            </div>
            <Facts>
              <Fact name="Registry status">
                {one.onchainStatus ? registryWords[one.onchainStatus] : "Unknown"}
              </Fact>
              <Fact name="Number">{one.chainMerchantId}</Fact>
              <Fact name="Fee">{`${(one.feeBps / 100).toFixed(2)} %`}</Fact>
              <Fact name="Payout wallet">
                <CopyHex hex={one.payoutAddress} what="the payout wallet" />
              </Fact>
              <Fact name="Owner">
                <CopyHex hex={one.owner} what="the owner" />
              </Fact>
              {one.settleUntil && (
                <Fact name="Open payments until">
                  <LocalTime iso={one.settleUntil} shape="short" locale="en" />
                </Fact>
              )}
              {one.differences.length > 0 && (
                <Fact name="Differs">{sayDifferences(one.differences)}</Fact>
              )}
            </Facts>
          </div>
        ))}
      </div>
    </Section>
  );
}
