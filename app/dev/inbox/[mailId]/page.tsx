import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { InboxFrame } from "@/components/site/dev-inbox/inbox-frame";
import { MailView } from "@/components/site/dev-inbox/mail-view";
import { readInboxMail } from "@/lib/server/pages/dev-inbox";

export const metadata: Metadata = { title: "Email", robots: { index: false } };

/** A mail of the local chain. */
export default async function Mail({ params }: { params: Promise<{ mailId: string }> }) {
  const { mailId } = await params;
  const mail = await readInboxMail(await headers(), mailId);
  if (!mail) notFound();
  return (
    <InboxFrame>
      <MailView subject={mail.subject} text={mail.text} htmlUrl={`/api/dev/mails/${mailId}`} />
    </InboxFrame>
  );
}
