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
  firstCharge: "First charge",
  today: "today, {date}",
  thenCharge: "Next charge",
  allowed: "Allowed in total",
  oneCharge: "1 charge",
  charges: "{count} charges",
  capText:
    "You allow up to {cap} over {charges}. Each charge is at most {amount}. You can cancel any time.",
  capHorizon:
    "The plan has no end of its own. You agree to it for {charges}, and nothing is charged after that unless you sign again.",
  capEnds: "The plan ends by itself after {charges}.",

  next1: "Connect your wallet and check the terms.",
  next2: "Sign twice. You pay no network fee.",
  next3: "The subscription starts once the network has it.",

  reviewIntro: "Two signatures in your wallet, and no network fee.",
  emailLabel: "E-mail for receipts and reminders",
  emailHint: "{merchant} sees it. We write before charges and when one fails.",
  permitTitle: "Allow up to {cap} in total",
  permitText:
    "Lets Stipend’s contract for subscriptions take this much over time, and only what the second signature says. This signature can be used for 15 minutes.",
  permitOthers:
    "The number in your wallet is {value}: it replaces the earlier one and includes {committed} for your other subscriptions.",
  intentTitle: "Agree to {amount} {interval}",
  intentText:
    "Ties it to {merchant} and this plan: from {start}, {charges} at most, nothing after {end}.",
  mandate:
    "By choosing “{button}” you agree that {merchant} charges {amount} {interval} from this wallet, until {end} or until you cancel.",
  signAndSubscribe: "Sign and subscribe",
  signWillStart: "The subscription starts once you have signed both.",

  sendingTitle: "Sending your subscription",
  sendingLost:
    "The connection broke. Please keep this page open: we send the same signatures again, and they count once.",
  creatingTitle: "Starting your subscription",
  creatingIntro: "It is being sent to {network}. You can close this page.",
  creatingSlow: "This is slower than usual. You can close this page; do not subscribe again.",
  stepStarted: "Started",

  enrolledTitle: "You are subscribed",
  enrolledTrialTitle: "Your trial has started",
  enrolledIntro: "{merchant} has your subscription to {plan}.",
  enrolledTrialIntro: "{merchant} has your subscription to {plan}. Nothing was charged.",
  enrolledNextTitle: "Your subscription goes on",
  enrolledNextIntro:
    "You agreed to the time after the current one of {plan}. Nothing was charged now.",
  subscribedTitle: "You subscribe already",
  subscribedIntro: "This wallet has a subscription to {plan}. Nothing was charged now.",
  subscribedEnds: "It ends on {end}. You can agree to the time after that now.",
  renew: "Continue after {end}",
  statusName: "Status",
  statusPending: "Starting",
  statusTrialing: "Trial",
  statusActive: "Active",
  statusPastDue: "A charge failed; it is tried again",
  plan: "Plan",
  price: "Price",
  chargedSoFar: "Charged so far",
  endsOn: "Ends",
  noneAhead: "None",
  howToCancel:
    "To cancel, open your subscriptions and sign in with this wallet. Cancelling is free.",
  manage: "Open my subscriptions",

  failedTitle: "The subscription did not start",
  failedBalance: "The wallet’s balance moved before it arrived. Nothing was charged.",
  failedExpired: "The signatures ran out before they reached the network. Nothing was charged.",
  failedPaused: "The token’s issuer has paused transfers. Nothing was charged.",
  failedBlocked: "The token’s issuer does not let this wallet pay. Nothing was charged.",
  failedGeneric: "The network refused it. Nothing was charged.",
  subscribeAgain: "Try again",

  archivedTitle: "This plan is closed",
  archivedIntro: "Nobody can subscribe to {plan} any more. Who has, keeps it. Nothing was charged.",
  closedTitle: "{merchant} can’t take subscriptions now",
  closedIntro: "Nothing was charged. Please contact {merchant}.",

  refusedArchived: "The plan was closed meanwhile. Nothing was charged.",
  refusedAlready: "This wallet subscribes already. Nothing was charged.",
  refusedCancelPending:
    "Your earlier subscription to this plan is still being ended on the network. Try again in a few minutes.",
  refusedSuspended: "{merchant} can’t take subscriptions now. Nothing was charged.",
  refusedStale:
    "Your wallet used that signature’s number elsewhere. Please sign again; nothing was charged.",
  refusedPermit:
    "Your other subscriptions changed meanwhile, so the allowed total must be new. Please sign again; nothing was charged.",
  refusedRefused: "The network would refuse this, so it was not sent. Nothing was charged.",
} as const;
