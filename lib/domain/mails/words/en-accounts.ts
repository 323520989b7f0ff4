/** The words of mails about a merchant's account, in English. */
export const accountWords = {
  welcomeSubject: "Welcome to Stipend",
  welcomePreheader: "Take a test payment within minutes.",
  welcomeHeading: "Your account is ready",
  welcomeText:
    "It begins in test mode, where no money moves and nothing can go wrong: name a test wallet, make an API key, and pay yourself with the test wallet of the payment page.",
  welcomeLive:
    "When you are ready for real payments, tell about your business and turn on two-factor authentication. Live mode is yours from then on.",
  welcomeButton: "Open the dashboard",

  liveSubject: "Live mode is unlocked for {merchant}",
  livePreheader: "You can take real payments now.",
  liveHeading: "Live mode is unlocked",
  liveText:
    "Everything that was asked of {merchant} is there. Sign with the wallet that payments go to, and make a live API key: from then on your payments are real.",
  liveWarning: "If it was not you, choose another password now, and write to us.",
  liveButton: "Go live",

  payoutSubject: "{merchant} has another payout address",
  payoutPreheader: "If it was not you, act now.",
  payoutHeading: "Payments go to another wallet",
  payoutText: "Payments to {merchant} go to this wallet from now on.",
  payoutOnChain: "The owner’s wallet said so, and it is final on {network}.",
  payoutWarning:
    "If you know nothing of it: choose another password, see who has the wallet that owns your record, and write to us.",

  ownerSubject: "{merchant} is owned by another wallet",
  ownerPreheader: "If it was not you, act now.",
  ownerHeading: "Another wallet owns your record",
  ownerText:
    "It alone can change where payments to {merchant} go, and hand the record on. Both wallets have signed, and it is final on {network}.",

  walletBefore: "Before",
  walletAfter: "Now",
  walletAt: "When",
  walletButton: "See what the chain says",

  rotatedSubject: "A webhook secret was replaced: {destination}",
  rotatedPreheader: "If it was not you, act now.",
  rotatedHeading: "A webhook secret was replaced",
  rotatedText: "Webhooks to this endpoint are signed with another secret from now on.",
  rotatedByKey: "It was replaced with an API key, not in the dashboard.",
  rotatedWarning:
    "If you know nothing of it: replace it again, look through your API keys, and choose another password.",
  rotatedEndpoint: "Endpoint",
  rotatedAt: "When",
  rotatedButton: "Open webhooks",

  merchantFooter: "You get this mail because it concerns the account of {merchant}.",
} as const;
