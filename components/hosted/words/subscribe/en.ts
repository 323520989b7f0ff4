/** What the page of a plan says beside the words of the pay page. `{name}` is filled in; every language has the same keys. */
export const en = {
  title: "Subscribe to {plan} from {merchant}",
  subscribeTo: "Subscribe to {plan} from {merchant}",
  everyDay: "every day",
  everyWeek: "every week",
  everyMonth: "every month (30 days)",
  everyQuarter: "every quarter (90 days)",
  everyYear: "every year (365 days)",
  everyDays: "every {count} days",
  everyWeeks: "every {count} weeks",
  everyMonths: "every {count} months ({days} days)",
  everyQuarters: "every {count} quarters ({days} days)",
  everyYears: "every {count} years ({days} days)",

  trial: "Free trial",
  trialDays: "{days} days, once per wallet",
  trialUsed: "Already used by this wallet",
  firstCharge: "First charge",
  today: "today, {date}",
  thenCharge: "Next charge",
  allowed: "Maximum in total",
  oneCharge: "1 charge",
  charges: "{count} charges",
  capText:
    "You allow up to {cap} over {charges}. Each charge is at most {amount}. You can cancel any time.",
  capHorizon:
    "The plan has no end date. You’re agreeing to {charges}; you won’t be charged again after that unless you sign again.",
  capEnds: "The plan ends by itself after {charges}.",

  next1: "Connect your wallet and check the terms.",
  next2: "Sign twice. You pay no network fee.",
  next3: "The subscription starts once the network confirms it.",

  reviewIntro: "Two signatures in your wallet, and no network fee.",
  emailLabel: "E-mail for receipts and reminders",
  emailHint: "{merchant} sees it. We’ll email you before charges and if one fails.",
  emailHintOften: "{merchant} sees it. We’ll email you if a charge fails.",
  permitTitle: "Allow up to {cap} in total",
  permitText:
    "Lets Stipend’s subscription contract take up to this much over time, within the limits of the second signature. Sign within 15 minutes.",
  permitOthers:
    "The number in your wallet is {value}: it replaces the earlier one and includes {committed} for your other subscriptions.",
  intentTitle: "Agree to {amount} {interval}",
  intentText: "Limits it to {merchant} and this plan: at most {charges}, from {start} until {end}.",
  mandate:
    "By choosing “{button}” you agree that {merchant} charges {amount} {interval} from this wallet, until {end} or until you cancel.",
  signAndSubscribe: "Sign and subscribe",
  signWillStart: "The subscription starts once you have signed both.",

  sendingTitle: "Sending your subscription",
  sendingLost:
    "The connection broke. Please keep this page open: we send the same signatures again, and they count once.",
  creatingTitle: "Starting your subscription",
  creatingIntro: "We’re sending your subscription to {network}. You can close this page.",
  creatingSlow: "This is slower than usual. You can close this page; do not subscribe again.",
  stepStarted: "Started",

  enrolledTitle: "You are subscribed",
  enrolledTrialTitle: "Your trial has started",
  enrolledIntro: "{merchant} has your subscription to {plan}.",
  enrolledTrialIntro: "{merchant} has your subscription to {plan}. Nothing was charged.",
  enrolledNextTitle: "Your subscription will continue",
  enrolledNextIntro: "You’ve agreed to the next term of {plan}. Nothing was charged now.",
  subscribedTitle: "You’re already subscribed",
  subscribedIntro: "This wallet has a subscription to {plan}.",
  subscribedEnds: "It ends on {end}. You can agree to the next term now.",
  renew: "Continue after {end}",
  statusName: "Status",
  statusPending: "Starting",
  statusTrialing: "Trial",
  statusActive: "Active",
  statusPaused: "Paused by {merchant}: you won’t be charged",
  statusPastDue: "A charge failed; we’ll try again",
  plan: "Plan",
  price: "Price",
  chargedSoFar: "Charged so far",
  endsOn: "Ends",
  noneAhead: "None",
  howToCancel:
    "To cancel, open your subscriptions and sign in with this wallet. Cancelling is free.",
  manage: "Open my subscriptions",

  failedTitle: "The subscription did not start",
  failedBalance:
    "The wallet’s balance changed before the subscription went through. Nothing was charged.",
  failedExpired: "The signatures expired before they reached the network. Nothing was charged.",
  failedPaused: "The token’s issuer has paused transfers. Nothing was charged.",
  failedBlocked: "This wallet is blocked from paying. Nothing was charged.",
  failedGeneric: "The network refused the subscription. Nothing was charged.",
  subscribeAgain: "Try again",

  archivedTitle: "This plan is closed",
  archivedIntro:
    "{plan} is closed to new subscribers. Existing subscriptions continue. Nothing was charged.",
  closedTitle: "{merchant} can’t take subscriptions now",
  closedIntro: "Nothing was charged. Please contact {merchant}.",

  refusedArchived: "The plan has just been closed. Nothing was charged.",
  refusedAlready: "This wallet is already subscribed. You won’t be charged twice.",
  refusedCancelPending:
    "Your earlier subscription to this plan is still being ended on the network. Try again in a few minutes.",
  refusedSuspended: "{merchant} can’t take subscriptions now. Nothing was charged.",
  refusedStale:
    "Your wallet signed something else meanwhile, so this signature no longer counts. Please sign again; nothing was charged.",
  refusedPermit:
    "Your other subscriptions have changed, so the total needs a new signature. Please sign again; nothing was charged.",
  refusedRefused: "The network would refuse this, so we didn’t send it. Nothing was charged.",
} as const;
