import type { MailContent } from "@/lib/adapters/email/mail-content";
import { checksumAddress } from "@/lib/core/hex";
import { singleLine } from "@/lib/core/plain-text";
import type { AccountFacts, RotatedSecretFacts, WalletFacts } from "./mail-facts";
import { formatDate, type Wording } from "./wording";

/** What somebody who has just signed up does first. */
export function wordWelcome(facts: AccountFacts, wording: Wording): MailContent {
  const { say } = wording;
  return {
    ...frame(facts, wording, "/dashboard", say("welcomeButton")),
    subject: say("welcomeSubject"),
    preheader: say("welcomePreheader"),
    heading: say("welcomeHeading"),
    paragraphs: [say("welcomeText"), say("welcomeLive")],
    facts: [],
  };
}

/** That nothing keeps a merchant from real payments any more. */
export function wordLiveUnlocked(facts: AccountFacts, wording: Wording): MailContent {
  const { say } = wording;
  const merchant = singleLine(facts.businessName);
  return {
    ...frame(facts, wording, "/dashboard/settings/live?mode=live", say("liveButton")),
    subject: say("liveSubject", { merchant }),
    preheader: say("livePreheader"),
    heading: say("liveHeading"),
    paragraphs: [say("liveText", { merchant }), say("liveWarning")],
    facts: [],
  };
}

/** That payments go to another wallet. */
export function wordPayoutChanged(facts: WalletFacts, wording: Wording): MailContent {
  const { say, networkOf } = wording;
  const merchant = singleLine(facts.businessName);
  const { chainId } = facts;
  return {
    ...walletFrame(facts, wording),
    subject: say("payoutSubject", { merchant }),
    preheader: say("payoutPreheader"),
    heading: say("payoutHeading"),
    paragraphs: [
      say("payoutText", { merchant }),
      ...(chainId === null ? [] : [say("payoutOnChain", { network: networkOf(chainId) })]),
      say("payoutWarning"),
    ],
  };
}

/** That another wallet owns the merchant's record. */
export function wordOwnerChanged(facts: WalletFacts, wording: Wording): MailContent {
  const { say, networkOf } = wording;
  const merchant = singleLine(facts.businessName);
  const network = facts.chainId === null ? "" : networkOf(facts.chainId);
  return {
    ...walletFrame(facts, wording),
    subject: say("ownerSubject", { merchant }),
    preheader: say("ownerPreheader"),
    heading: say("ownerHeading"),
    paragraphs: [say("ownerText", { merchant, network }), say("payoutWarning")],
  };
}

/** That webhooks are signed with another secret. */
export function wordSecretRotated(facts: RotatedSecretFacts, wording: Wording): MailContent {
  const { say, lang, mode } = wording;
  const destination = singleLine(facts.destination);
  const path = `/dashboard/developers/webhooks?mode=${mode}`;
  return {
    ...frame(facts, wording, path, say("rotatedButton")),
    subject: say("rotatedSubject", { destination }),
    preheader: say("rotatedPreheader"),
    heading: say("rotatedHeading"),
    paragraphs: [
      say("rotatedText"),
      ...(facts.byKey ? [say("rotatedByKey")] : []),
      say("rotatedWarning"),
    ],
    facts: [
      [say("rotatedEndpoint"), `${destination} (${facts.endpointId})`],
      [say("rotatedAt"), formatDate(facts.at, lang)],
    ],
    notice: noticeOf(wording),
  };
}

function walletFrame(facts: WalletFacts, wording: Wording) {
  const { say, lang, mode } = wording;
  const path = `/dashboard/settings/onchain?mode=${mode}`;
  const rows: [string, string][] = [
    [say("walletBefore"), checksumAddress(facts.before)],
    [say("walletAfter"), checksumAddress(facts.after)],
    [say("walletAt"), formatDate(facts.at, lang)],
  ];
  return {
    ...frame(facts, wording, path, say("walletButton")),
    facts: rows,
    notice: noticeOf(wording),
  };
}

const noticeOf = ({ mode, say }: Wording) => (mode === "test" ? say("testMode") : null);

function frame(
  { businessName }: AccountFacts,
  { say, lang, appUrl }: Wording,
  path: string,
  label: string,
) {
  return {
    lang,
    brand: say("brand"),
    button: { label, url: `${appUrl}${path}`, hint: say("buttonHint") },
    notice: null,
    footer: say("merchantFooter", { merchant: singleLine(businessName) }),
    unsubscribe: null,
  };
}
