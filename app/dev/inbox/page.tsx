import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { InboxFrame } from "@/components/site/dev-inbox/inbox-frame";
import { MailList } from "@/components/site/dev-inbox/mail-list";
import { readInbox } from "@/lib/server/pages/dev-inbox";

export const metadata: Metadata = { title: "Inbox", robots: { index: false } };

/** The mails of the local chain; anywhere else there is no such page. */
export default async function Inbox() {
  const mails = await readInbox(await headers());
  if (!mails) notFound();
  return (
    <InboxFrame>
      <h1 className="font-semibold text-2xl tracking-tight sm:text-3xl">Inbox</h1>
      <p className="mt-2 mb-8 text-muted">
        Every email of this installation, newest first. On the local chain, no email leaves this
        machine unless SMTP_URL is set.
      </p>
      <MailList mails={mails} />
    </InboxFrame>
  );
}
