import type { MailContent } from "@/lib/adapters/email/mail-content";
import type { Context } from "@/lib/domain/platform/context";
import type { Mail, StoredMail, Wording } from "./mail";
import { openCode } from "./sealed-code";
import { unsubscribeUrl } from "./unsubscribe-link";

const BUTTON_HINT = "If the button does not work, open this address:";

/**
 * A mail in words, from what was stored of it.
 * @throws where nothing is known of its kind
 */
export function wordMail(
  { config, chains, modules }: Pick<Context, "config" | "chains" | "modules">,
  { kind, facts, mode, merchantId, recipient }: StoredMail,
): MailContent {
  const mail = modules.mails.find((known) => known.kind === kind);
  if (!mail) throw new Error(`no mail is called ${kind}`);
  const wording: Wording = {
    mode,
    networkOf: (chainId) =>
      chains.all.find(({ id }) => id === chainId)?.preset.label ?? `chain ${chainId}`,
    openCode: (sealed) => openCode(config, recipient, sealed),
  };
  const body = mail.body(facts, wording);
  const { isOurs, button, inTestMode, facts: rows = [], ...said } = body;
  const { label, to, hint = BUTTON_HINT } = button;
  return {
    ...said,
    lang: "en",
    subject: mail.subject(facts, wording),
    ...(isOurs && { brand: "Stipend" }),
    facts: rows,
    button: { label, url: urlOf(config, to, { merchantId, mode }), hint },
    notice: mode === "test" ? (inTestMode ?? null) : null,
    footer: mail.isUnasked ? `${said.footer} ${installation(config)}` : said.footer,
    unsubscribe: unsubscribeOf(config, mail, { merchantId, recipient }),
  };
}

/** Where a button leads. A page of the merchant's dashboard opens in the mail's mode, unless the path names one. */
function urlOf(
  { APP_URL }: Context["config"],
  to: string,
  { merchantId, mode }: Pick<StoredMail, "merchantId" | "mode">,
): string {
  if (!to.startsWith("/")) return to;
  const isOfMode = merchantId !== null && to.startsWith("/dashboard/") && !/[?&]mode=/.test(to);
  return `${APP_URL}${to}${isOfMode ? `${to.includes("?") ? "&" : "?"}mode=${mode}` : ""}`;
}

/** Which installation was used, for a reader who does not know the merchant. */
const installation = ({ APP_URL, SUPPORT_EMAIL }: Context["config"]) =>
  `It was sent with Stipend at ${new URL(APP_URL).host}${SUPPORT_EMAIL ? `. Report misuse to ${SUPPORT_EMAIL}.` : "."}`;

/** How the reader ends mails of this kind; null where they are always sent. */
function unsubscribeOf(
  config: Context["config"],
  { topic, notification }: Mail,
  { merchantId, recipient }: Pick<StoredMail, "merchantId" | "recipient">,
): MailContent["unsubscribe"] {
  if (notification && merchantId !== null) {
    const url = unsubscribeUrl(config, { merchantId, notification });
    return { label: "Stop these emails", url };
  }
  if (!topic) return null;
  return { label: "Email preferences", url: unsubscribeUrl(config, { address: recipient, topic }) };
}
