import { Refusal } from "@/lib/core/errors";
import type { EmailPrefName } from "@/lib/core/mails/mail-kinds";
import { readUnsubscribeToken, type Unsubscription } from "@/lib/domain/mails/unsubscribe-link";
import { readEmailPrefs, setEmailPref } from "@/lib/domain/merchants/set-email-pref";
import { takeCounted } from "@/lib/server/api/limit";
import { addressBlock, clientAddress } from "@/lib/server/http/client-address";
import { readBody } from "@/lib/server/http/http";
import { runtime } from "@/lib/server/runtime";

const MAX_BODY_BYTES = 4_096;
/** Requests a minute from one client address. */
const PER_MINUTE = 30;

const words: Readonly<Record<EmailPrefName, { title: string; on: string; off: string }>> = {
  paymentReceived: {
    title: "Emails about payments",
    on: "gets an email for each payment it receives.",
    off: "no longer gets emails about payments.",
  },
  subscriptionCharged: {
    title: "Emails about charges",
    on: "gets an email for each subscription charge.",
    off: "no longer gets emails about subscription charges.",
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
  return answer(request, token, async ({ merchantId, pref }) => {
    const body = new URLSearchParams((await readBody(request.body, MAX_BODY_BYTES)) ?? "");
    const wanted = body.get("wanted") === "on";
    await setEmailPref(runtime().db, merchantId, { pref, wanted });
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
    if (!link)
      return page(404, "This link no longer works", "Use the link in a newer email.", null);
    await change(link);
    const { businessName: merchant, emailPrefs } = await readEmailPrefs(db, link.merchantId);
    const { pref } = link;
    const isOn = emailPrefs[pref];
    const { title, on, off } = words[pref];
    return page(200, title, `${merchant} ${isOn ? on : off}`, {
      value: isOn ? "off" : "on",
      label: isOn ? "Turn these emails off" : "Turn these emails on",
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { retryAfterSeconds } = error.info;
    const response = page(
      retryAfterSeconds ? 429 : 404,
      "Nothing was changed",
      error.message,
      null,
    );
    if (retryAfterSeconds) response.headers.set("retry-after", String(retryAfterSeconds));
    return response;
  }
}

const securityPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character] ?? "");

function page(
  status: number,
  title: string,
  text: string,
  button: { value: "on" | "off"; label: string } | null,
): Response {
  const form = button
    ? `<form method="post"><button name="wanted" value="${button.value}">${escaped(button.label)}</button></form>`
    : "";
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
      button { min-height: 48px; margin-top: 1rem; padding: 0 1.5rem; border: 0; border-radius: 12px; font: inherit;
        font-weight: 600; cursor: pointer; background: light-dark(#16181d, #f2f3f5);
        color: light-dark(#fff, #16181d) }
    `;
