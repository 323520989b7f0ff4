import type { MailContent } from "@/lib/adapters/email/mail-content";
import type { MailKind } from "@/lib/core/mail-kinds";
import type { Context } from "@/lib/domain/context";
import type { StoredMail } from "./claim-mails";
import type { FactsOf } from "./mail-facts";
import { unsubscribeUrl } from "./unsubscribe-link";
import { wordEndpointDisabled, wordEndpointFailing } from "./word-endpoint-mail";
import { wordPaymentReceived, wordReceipt } from "./word-payment-mail";
import type { Wording } from "./wording";
import { mailWords } from "./words/mail-words";

type Words<Kind extends MailKind> = (facts: FactsOf[Kind], wording: Wording) => MailContent;

const wordings: { readonly [Kind in MailKind]: Words<Kind> } = {
  payment_receipt: wordReceipt,
  payment_received: wordPaymentReceived,
  webhook_endpoint_failing: wordEndpointFailing,
  webhook_endpoint_disabled: wordEndpointDisabled,
};

/** A mail in words, from what was stored of it. */
export function wordMail(
  { config, chains }: Pick<Context, "config" | "chains">,
  { kind, facts, mode, merchantId }: StoredMail,
): MailContent {
  const word = wordings[kind] as (facts: object, wording: Wording) => MailContent;
  return word(facts, {
    ...mailWords,
    mode,
    appUrl: config.APP_URL,
    networkOf: (chainId) =>
      chains.all.find(({ id }) => id === chainId)?.preset.label ?? `chain ${chainId}`,
    stopUrl: (pref) => unsubscribeUrl(config, { merchantId, pref }),
  });
}
