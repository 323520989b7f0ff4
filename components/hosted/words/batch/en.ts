/** What is said where a wallet subscribes with one confirmation. `{name}` is filled in; every language has the same keys. */
export const en = {
  mandate:
    "By choosing “{button}” or “{other}” you agree that {merchant} charges {amount} {interval} from this wallet, until {end} or until you cancel.",
  offer: "Subscribe in one step",
  offerNote:
    "Or confirm once in {wallet} instead of signing twice. You pay the network fee, unless {wallet} covers it.",
  offerUpgrade: "{wallet} may first ask to upgrade your account.",
  stuck: "{wallet} can still subscribe by a transaction of its own.",
  askedTitle: "Confirm in {wallet}",
  askedIntro:
    "{wallet} shows one transaction that does both of these, or neither. The network fee is yours, unless {wallet} covers it.",
  allowText:
    "Lets Stipend’s subscription contract take up to this much over time, within the limits of the second call.",
  call: "What your wallet sends",
  waiting: "Open {wallet} and confirm",
  sentTitle: "Starting your subscription",
  sentIntro:
    "{wallet} is sending it to {network}. You can close this page; do not subscribe again.",
  unsureTitle: "Check {wallet}",
  unsureIntro:
    "We don’t know yet whether {wallet} sent your subscription. If it still asks you, confirm or decline it there. This page keeps looking.",
  slow: "This is slower than usual. Check the activity in {wallet}. If it sent nothing, you can start over: you can’t be subscribed to this plan twice.",
  startOver: "Start over",
  startOverNote:
    "Starting over is safe: you can’t be subscribed to this plan twice. Decline the open request in {wallet} first, to save its network fee.",
  declinedTitle: "{wallet} didn’t confirm",
  declinedIntro: "Nothing was charged. Try again, or sign two messages without a network fee.",
  failedTitle: "The subscription did not start",
  failedIntro:
    "{wallet} says that nothing of it went through. Nothing was charged for the subscription; a network fee may have been.",
  partlyIntro:
    "{wallet} carried out only a part. You may have allowed up to {cap} without a subscription: subscribe again, or lower the limit in your subscriptions.",
  back: "Back to the terms",
} as const;
