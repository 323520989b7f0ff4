import type { Metadata } from "next";
import { GuideList } from "@/components/site/guide-list";
import { SiteFrame } from "@/components/site/site-frame";
import { readGuides } from "@/lib/server/pages/guides";

export const metadata: Metadata = {
  title: "Guides",
  description: "From the first payment to live mode, with commands that work when they are pasted.",
};

/** What there is to read, in order. */
export default async function GuidesPage() {
  return (
    <SiteFrame
      path="/docs/guides"
      title="Guides"
      text="From the first payment to live mode. Every command works when it is pasted: the tests paste them."
    >
      <GuideList guides={await readGuides()} />
    </SiteFrame>
  );
}
