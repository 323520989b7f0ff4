import { hrefIn } from "@/components/dashboard/shell/dashboard-frame";
import { ButtonLink } from "@/components/ui/button-link";
import { CopyButton } from "@/components/ui/copy-button";
import { Section } from "@/components/ui/section";
import type { Mode } from "@/lib/core/modes";

/** Where the payments of the page's mode go. */
export function PayoutSection({ mode, address }: { mode: Mode; address: string | null }) {
  return (
    <Section
      title={mode === "test" ? "Test payout wallet" : "Payout wallet"}
      text="Each payment goes straight to this wallet. Only this wallet can move the money."
      action={
        <ButtonLink look="secondary" href={hrefIn("/dashboard/settings/onchain", mode)}>
          {address ? "Change wallet" : "Choose wallet"}
        </ButtonLink>
      }
    >
      {address && (
        <p className="flex flex-wrap items-center gap-x-2">
          <code translate="no" className="wrap-anywhere font-mono text-sm">
            {address}
          </code>
          <CopyButton compact text={address} label="Copy the address" copied="Copied" />
        </p>
      )}
    </Section>
  );
}
