import type { Metadata } from "next";
import { GuideList } from "@/components/site/guide-list";
import { SiteFrame } from "@/components/site/site-frame";
import { readGuides } from "@/lib/server/pages/guides";

export const metadata: Metadata = {
  title: "Guides",
  description: "From your first payment to live mode, with commands you can paste.",
};

/** What there is to read, in order. */
export default async function GuidesPage() {
  return (
    <SiteFrame
      path="/docs/guides"
      title="Guides"
      text="From your first payment to live mode. You can paste every command: our tests run them."
    >
      <GuideList guides={await readGuides()} />
    </SiteFrame>
  );
}
