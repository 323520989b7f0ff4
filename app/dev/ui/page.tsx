import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { InboxFrame } from "@/components/site/dev-inbox/inbox-frame";
import { Gallery } from "@/components/site/dev-ui/gallery";
import { mayOpenInbox } from "@/lib/server/pages/dev-inbox";
import "@/app/merchants.css";

export const metadata: Metadata = { title: "Components", robots: { index: false } };

/** What pages are made of, on the local chain; anywhere else there is no such page. */
export default async function Components() {
  if (!mayOpenInbox(await headers())) notFound();
  return (
    <InboxFrame>
      <h1 className="font-semibold text-2xl tracking-tight sm:text-3xl">Components</h1>
      <p className="mt-2 mb-8 text-muted">
        The components that pages are built from, in every state.
      </p>
      <Gallery />
    </InboxFrame>
  );
}
