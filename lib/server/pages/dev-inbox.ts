import { type MailContent, mailText } from "@/lib/adapters/email/mail-content";
import { mailHtml } from "@/lib/adapters/email/mail-html";
import { hasDevInbox } from "@/lib/adapters/email/mail-transport";
import { idPattern } from "@/lib/core/ids";
import { findInboxMail, type InboxMail, listInbox } from "@/lib/domain/mails/read-dev-inbox";
import { isLocalPeer } from "@/lib/server/http/client-address";
import { runtime } from "@/lib/server/runtime";
import { systemContext } from "@/lib/server/system-context";
import { isLocalHost } from "./demo-access";

/** Whether the client may open the inbox: on the local chain alone, from this machine, under its own name. */
export function mayOpenInbox(headers: Headers): boolean {
  if (!hasDevInbox(runtime().config)) return false;
  return isLocalPeer((name) => headers.get(name)) && isLocalHost(headers.get("host") ?? "");
}

/** The newest mails; null when the client may not see them. */
export async function readInbox(headers: Headers): Promise<InboxMail[] | null> {
  return mayOpenInbox(headers) ? listInbox(await systemContext()) : null;
}

/** One mail's subject and text; null when there is none, or when the client may not see it. */
export async function readInboxMail(
  headers: Headers,
  id: string,
): Promise<{ subject: string; text: string } | null> {
  const mail = await find(headers, id);
  return mail && { subject: mail.subject, text: mailText(mail) };
}

async function find(headers: Headers, id: string): Promise<MailContent | null> {
  if (!mayOpenInbox(headers) || !idPattern("mail").test(id)) return null;
  return findInboxMail(await systemContext(), id);
}

/** Mails run nothing and fetch nothing; a link opens a window of its own. */
const securityPolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/** A mail's HTML as it is sent, for the frame on its page. */
export async function showInboxMail({ headers }: Request, id: string): Promise<Response> {
  const quiet = { "cache-control": "no-store", "x-content-type-options": "nosniff" };
  const mail = await find(headers, id);
  if (!mail) return new Response(null, { status: 404, headers: quiet });
  return new Response(await mailHtml(mail), {
    headers: {
      ...quiet,
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": securityPolicy,
    },
  });
}
