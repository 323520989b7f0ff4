import type { Metadata } from "next";
import { BusinessPage } from "@/app/dashboard/business-page";
import { PlanChoice } from "@/components/dashboard/tier/plan-choice";
import { readMerchant } from "@/lib/domain/merchants/get-own-merchant";
import { openDashboard, type SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "Plan" };

export default async function PlanSettings({ searchParams }: { searchParams: SearchParams }) {
  const path = "/dashboard/settings/plan";
  const { ctx, business, frame } = await openDashboard(path, searchParams);
  if (ctx.config.PLATFORM_FEES === "off") {
    return (
      <BusinessPage title="Plan" text="This installation takes no fee from payments.">
        {null}
      </BusinessPage>
    );
  }
  const merchant = business && (await readMerchant(ctx, business.id, frame.mode));
  return (
    <BusinessPage
      title="Plan"
      text="The fee Stipend takes from each payment. Applies to this business, test and live."
    >
      {merchant && (
        <PlanChoice
          key={merchant.id}
          tier={merchant.tier}
          ownChoice={ctx.config.SELF_SERVICE_TIERS}
        />
      )}
    </BusinessPage>
  );
}
