import type { Metadata } from "next";
import { BusinessPage } from "@/app/dashboard/business-page";
import { BrandSection } from "@/components/dashboard/business/brand-section";
import { MetadataSection } from "@/components/dashboard/business/metadata-section";
import { PayoutSection } from "@/components/dashboard/business/payout-section";
import { ProfileSection } from "@/components/dashboard/business/profile-section";
import { readMerchant } from "@/lib/domain/merchants/get-own-merchant";
import { readLogo } from "@/lib/domain/merchants/read-hosted-merchant";
import { openDashboard, type SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "Business" };

export default async function BusinessSettings({ searchParams }: { searchParams: SearchParams }) {
  const path = "/dashboard/settings/business";
  const { ctx, business, frame } = await openDashboard(path, searchParams);
  const merchant = business && shownOf(await readMerchant(ctx, business.id, frame.mode));
  return (
    <BusinessPage title="Business" text="Your public details, and the wallet your payments go to.">
      {merchant && (
        <div key={merchant.id} className="grid gap-5">
          <ProfileSection merchant={merchant} />
          <BrandSection merchant={merchant} logo={await readLogo(ctx.db, merchant.id)} />
          <PayoutSection mode={frame.mode} address={merchant.payoutAddress} />
          <MetadataSection metadata={merchant.metadata} />
        </div>
      )}
    </BusinessPage>
  );
}

/** A merchant as the API's answer has it. */
const shownOf = ({
  createdAt,
  updatedAt,
  ...merchant
}: Awaited<ReturnType<typeof readMerchant>>) => ({
  ...merchant,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});
