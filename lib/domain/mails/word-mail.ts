import type { MailContent } from "@/lib/adapters/email/mail-content";
import type { Context } from "@/lib/domain/platform/context";
import type { StoredMail, Wording } from "./mail";
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
  const { isOurs, button, inTestMode, governedBy: pref, facts: rows = [], ...said } = body;
  const { label, to, hint = BUTTON_HINT } = button;
  return {
    ...said,
    lang: "en",
    subject: mail.subject(facts, wording),
    ...(isOurs && { brand: "Stipend" }),
    facts: rows,
    button: { label, url: to.startsWith("/") ? `${config.APP_URL}${to}` : to, hint },
    notice: mode === "test" ? (inTestMode ?? null) : null,
    unsubscribe: pref
      ? {
          label: "Stop these emails",
          url: unsubscribeUrl(config, { merchantId: merchantId ?? "", pref }),
        }
      : null,
  };
}
