import type { Metadata } from "next";
import "@/app/merchants.css";
import { PriceList } from "@/components/site/price-list";
import { SiteFrame } from "@/components/site/site-frame";

export const metadata: Metadata = {
  title: "Pricing",
  description: "A share of each payment, by plan, and nothing else.",
};

/** What Stipend costs, by plan. */
export default function PricingPage() {
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
