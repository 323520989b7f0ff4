import { Refusal } from "@/lib/core/errors";
import { notificationTitles } from "@/lib/core/insight/notification-kinds";
import { type MailTopic, mailTopics } from "@/lib/core/mails/mail-kinds";
import { readTopics, setTopic } from "@/lib/domain/mails/mail-addresses";
import { readUnsubscribeToken, type Unsubscription } from "@/lib/domain/mails/unsubscribe-link";
import {
  readNotificationMails,
  setNotificationMails,
} from "@/lib/domain/merchants/notification-mails";
import { takeCounted } from "@/lib/server/api/limit";
import { addressBlock, clientAddress } from "@/lib/server/http/client-address";
import { readBody } from "@/lib/server/http/http";
import { runtime } from "@/lib/server/runtime";

const MAX_BODY_BYTES = 4_096;
/** Requests a minute from one client address. */
const PER_MINUTE = 30;

const topicWords: Readonly<Record<MailTopic, { title: string; text: string }>> = {
  receipts: {
    title: "Receipts",
    text: "Receipts for payments, subscription charges and refunds.",
  },
  subscriptions: {
    title: "Your subscriptions",
    text: "When you subscribe, when a charge fails, and when a subscription ends.",
  },
  reminders: {
    title: "Reminders",
    text: "Before a renewal, and when your wallet doesn’t hold enough for it.",
  },
};

/** The page of a link that ends mails of a kind. Looking at it changes nothing: mail scanners open every link. */
export function showMailPreference(request: Request, token: string): Promise<Response> {
  return answer(request, token, async () => {});
}

/**
 * Ends mails of a kind, or begins them again. Mail programs post without asking the reader further
 * (`List-Unsubscribe=One-Click`, RFC 8058): anyone with the link may, and no cookie or origin counts.
 */
export function changeMailPreference(request: Request, token: string): Promise<Response> {
  return answer(request, token, async (link) => {
    const { db } = runtime();
    const body = new URLSearchParams((await readBody(request.body, MAX_BODY_BYTES)) ?? "");
    const wanted = body.get("wanted") === "on";
    if ("notification" in link) {
      const { merchantId, notification: kind } = link;
      return setNotificationMails(db, merchantId, { kind, wanted });
    }
    const topic = mailTopics.find((known) => known === body.get("topic")) ?? link.topic;
    await setTopic(db, link.address, { topic, wanted });
  });
}

async function answer(
  { headers }: Request,
  token: string,
  change: (link: Unsubscription) => Promise<void>,
): Promise<Response> {
  const { config, db } = runtime();
  try {
    const key = `mail:preference:${addressBlock(clientAddress(headers, config.TRUST_PROXY_HOPS))}`;
    const burst = Math.max(1, PER_MINUTE * config.RATE_LIMIT_SCALE);
    await takeCounted(db, { key, burst, perSecond: burst / 60 }, {});
    const link = readUnsubscribeToken(config, token);
    if (!link) return page(404, "This link no longer works", "Use the link in a newer email.", []);
    await change(link);
    if ("topic" in link) return topicsPage(link.address, await readTopics(db, link.address));
    return notificationPage(
      link,
      await readNotificationMails(db, link.merchantId, link.notification),
    );
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { retryAfterSeconds } = error.info;
    const response = page(retryAfterSeconds ? 429 : 404, "Nothing was changed", error.message, []);
    if (retryAfterSeconds) response.headers.set("retry-after", String(retryAfterSeconds));
    return response;
  }
}

const securityPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character] ?? "");

/** The page of one kind of notification to a merchant; all others are in the dashboard. */
function notificationPage(
  { notification }: Extract<Unsubscription, { merchantId: string }>,
  { businessName, isWanted: isOn }: Awaited<ReturnType<typeof readNotificationMails>>,
): Response {
  const title = `Emails: ${notificationTitles[notification]}`;
  const text = `${businessName} ${isOn ? "gets these emails." : "no longer gets these emails."}`;
  const label = isOn ? "Turn these emails off" : "Turn these emails on";
  return page(200, title, text, [{ isOn, label }], allSettings);
}

const allSettings =
  '<p><a href="/dashboard/settings/notifications">All notification settings</a></p>';

function topicsPage(address: string, wanted: Readonly<Record<MailTopic, boolean>>): Response {
  const choices = mailTopics.map((topic) => {
    const { title, text } = topicWords[topic];
    const isOn = wanted[topic];
    return { topic, title, text, isOn, label: `Turn ${isOn ? "off" : "on"}` };
  });
  const text = `Choose what ${address} gets. Invoices and sign-in codes are always sent.`;
  return page(200, "Email preferences", text, choices);
}

interface Choice {
  readonly topic?: MailTopic;
  readonly title?: string;
  readonly text?: string;
  readonly isOn: boolean;
  readonly label: string;
}

/** A choice with a heading says its state, and its button whose it is. */
function choiceHtml({ topic, title, text = "", isOn, label }: Choice): string {
  const head = title
    ? `<h2>${escaped(title)} <small>${isOn ? "On" : "Off"}</small></h2><p>${escaped(text)}</p>`
    : "";
  const named = title ? ` aria-label="${escaped(`${label}: ${title}`)}"` : "";
  const field = topic ? `<input type="hidden" name="topic" value="${topic}" />` : "";
  return `${head}<form method="post">${field}<button name="wanted" value="${isOn ? "off" : "on"}"${named}>${escaped(label)}</button></form>`;
}

function page(
  status: number,
  title: string,
  text: string,
  choices: readonly Choice[],
  more = "",
): Response {
  const form = choices.map(choiceHtml).join("\n      ");
  const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>${escaped(title)} · Stipend</title>
    <link rel="icon" href="/icon.svg" />
    <style>${style}</style>
  </head>
  <body>
    <main>
      <h1>${escaped(title)}</h1>
      <p>${escaped(text)}</p>
      ${form}
      ${more}
    </main>
  </body>
</html>
`;
  return new Response(html, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": securityPolicy,
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    },
  });
}

const style = `
      :root { color-scheme: light dark }
      body { margin: 0; background: light-dark(#f6f6f3, #0b0c0e); color: light-dark(#16181d, #f2f3f5);
        font: 16px/1.5 ui-sans-serif, system-ui, sans-serif }
      main { max-width: 32rem; margin: 0 auto; padding: 4rem 1.25rem; overflow-wrap: anywhere }
      h1 { font-size: 1.5rem; line-height: 1.3 }
      h2 { margin: 2rem 0 0; font-size: 1rem }
      h2 + p { margin: 0.25rem 0 0 }
      a { color: inherit }
      small { margin-left: 0.5rem; font-weight: 400; color: light-dark(#5b6069, #a3a8b1) }
      button { min-height: 48px; margin-top: 1rem; padding: 0 1.5rem; border: 0; border-radius: 12px; font: inherit;
        font-weight: 600; cursor: pointer; background: light-dark(#16181d, #f2f3f5);
        color: light-dark(#fff, #16181d) }
    `;
