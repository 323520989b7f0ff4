"use client";

import { useWhyNot } from "@/components/admin/shell/admin-context";
import { useWhileSeen } from "@/components/admin/shell/attention";
import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { type FirstObject, useObject } from "@/components/dashboard/data/use-object";
import { CopyHex } from "@/components/dashboard/detail/copy-hex";
import { DetailPage } from "@/components/dashboard/detail/detail-page";
import { MomentFact } from "@/components/dashboard/detail/fact-kinds";
import { ObjectFacts } from "@/components/dashboard/detail/object-facts";
import { ButtonLink } from "@/components/ui/button-link";
import { Fact } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import type { PlatformFees } from "@/lib/core/merchants/platform-fees";
import { type Merchant, merchantPath } from "./merchant-shapes";
import { MerchantState, OnchainState } from "./merchant-states";
import { MerchantTables } from "./merchant-tables";
import { Registrations } from "./registrations";
import { StatusActions } from "./status-actions";
import { TierSection } from "./tier-section";

const kind = { one: "Merchant", many: "Merchants", list: "/admin/merchants" };
/** While a registry has not followed yet, and otherwise. */
const SOON_MS = 3_000;
const LATER_MS = 30_000;

/** What is known of the business. */
function MerchantFacts({ merchant }: { merchant: Merchant }) {
  const { payoutAddress, websiteUrl } = merchant;
  return (
    <ObjectFacts title="Details">
      <Fact name="E-mail">
        <span className="wrap-anywhere">{merchant.email ?? "None"}</span>
      </Fact>
      <Fact name="Live mode">{merchant.hasLive ? "Registered" : "Not registered"}</Fact>
      <Fact name="Customers">{merchant.customers}</Fact>
      <Fact name="Sector">{merchant.businessSector ?? "Not given"}</Fact>
      <Fact name="Country">{merchant.countryCode ?? "Not given"}</Fact>
      {websiteUrl && (
        <Fact name="Website">
          <a
            href={websiteUrl}
            rel="noopener noreferrer nofollow"
            className="wrap-anywhere underline underline-offset-4"
          >
            {websiteUrl}
          </a>
        </Fact>
      )}
      {merchant.phone && <Fact name="Phone">{merchant.phone}</Fact>}
      {payoutAddress && (
        <Fact name="Payout wallet">
          <CopyHex hex={payoutAddress} what="the payout wallet" />
        </Fact>
      )}
      <MomentFact name="Created" iso={merchant.createdAt} />
    </ObjectFacts>
  );
}

interface Props {
  id: string;
  first: FirstObject<Merchant>;
  /** Whether the installation takes fees. */
  platformFees: PlatformFees;
}

/** One merchant: where it stands, what can be done, and what is known. */
export function MerchantDetail({ id, first, platformFees }: Props) {
  const shown = { resource: "merchant", id };
  const [soon, later] = [useWhileSeen(SOON_MS), useWhileSeen(LATER_MS)];
  const { data, error, refetch } = useObject<Merchant>({
    ...{ path: merchantPath, id, shown, first },
    everyMs: (merchant) => (merchant?.onchain === "queued" ? soon : later),
  });
  const waits = data?.onchain === "queued";
  const why = useWhyNot("admin", "change merchants");
  if (!data) return <QueryProblem problem={error} onRetry={() => void refetch()} />;
  return (
    <DetailPage
      object={data}
      {...{ error, refetch, kind }}
      title={data.businessName}
      status={
        <span className="flex flex-wrap gap-2">
          <MerchantState status={data.status} />
          <span className="sr-only">, </span>
          <OnchainState onchain={data.onchain} />
        </span>
      }
      text={why}
      actions={
        <>
          {why === null && data.status !== "closed" && (
            <ButtonLink look="secondary" href={`/admin/broadcasts/new?merchantId=${id}`}>
              Write a message
            </ButtonLink>
          )}
          <StatusActions merchant={data} onChanged={refetch} />
        </>
      }
      above={
        waits && (
          <Notice tone="wait">
            <p role="status">
              A change is on its way to the registry. This page updates by itself.
            </p>
          </Notice>
        )
      }
      facts={
        <>
          <MerchantFacts merchant={data} />
          <TierSection merchant={data} platformFees={platformFees} onChanged={refetch} />
        </>
      }
    >
      <Registrations merchant={data} />
      <MerchantTables merchant={data} onChanged={refetch} />
    </DetailPage>
  );
}
