import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { GuideView } from "@/components/site/guide-view";
import { SiteFrame } from "@/components/site/site-frame";
import { readGuide, readGuides } from "@/lib/server/pages/guides";

interface Props {
  params: Promise<{ guide: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const guide = await readGuide((await params).guide);
  return guide ? { title: guide.title, description: guide.summary } : {};
}

/** One guide. */
export default async function GuidePage({ params }: Props) {
  const guide = await readGuide((await params).guide);
  if (!guide) notFound();
  return (
    <SiteFrame path="/docs/guides" title={guide.title}>
      <GuideView guide={guide} guides={await readGuides()} />
    </SiteFrame>
  );
}
