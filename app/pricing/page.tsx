import type { Metadata } from "next";
import "@/app/merchants.css";
import { PriceList } from "@/components/site/price-list";
import { SiteFrame } from "@/components/site/site-frame";
import { pageContext } from "@/lib/server/pages/page-context";

export const metadata: Metadata = {
  title: "Pricing",
  description: "A share of each payment, by plan, and nothing else.",
};

/** What Stipend costs, by plan. */
export default async function PricingPage() {
  const { config } = await pageContext();
  if (config.PLATFORM_FEES === "off") {
    return (
      <SiteFrame
        path="/pricing"
        title="No fees"
        text="This installation takes no share of payments, and no new merchants."
      >
        {null}
      </SiteFrame>
    );
  }
  return (
    <SiteFrame
      path="/pricing"
      title="A share of each payment, and nothing else"
      text="No monthly fee, no setup fee, and no network fee: neither you nor your customers need ether. Test mode is free."
    >
      <PriceList />
    </SiteFrame>
  );
}
