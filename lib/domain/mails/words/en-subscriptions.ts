/** What mails about subscriptions say, as `en` does. */
export const subscriptionWords = {
  everyDay: "every day",
  everyWeek: "every week",
  everyDays: "every {days} days",

  confirmedSubject: "You subscribed to {plan} from {merchant}",
  confirmedPreheader: "{amount} {every}. You can cancel at any time.",
  confirmedHeading: "You subscribed to {plan}",
  confirmedText: "{merchant} is paid {amount} {every} from your wallet, on {network}.",
  confirmedTrial: "Nothing has been charged yet. The first charge is on {next}.",
  confirmedFirst: "The first charge was made at once. The next is on {next}.",
  confirmedOnly: "The only charge was made at once.",
  confirmedCap: "All charges together are at most {cap}, and nothing is charged from {end} on.",
  confirmedCapOnly: "All charges together are at most {cap}.",
  howToCancel:
    "You can cancel at any time, without a network fee: open your subscriptions with the same wallet.",

  chargedSubject: "Receipt: {charged} to {merchant} for {plan}",
  chargedPreheader: "Your charge for {plan} is final.",
  chargedHeading: "{charged} paid to {merchant}",
  chargedText: "The charge for {plan} is confirmed: it is final on {network}.",
  chargedNext: "The next charge, of at most {amount}, is on {next}.",
  chargedLast: "This was the last charge. What you paid for lasts until {until}.",
  chargedEnded:
    "The subscription had ended when this charge, which was already under way, was made. Ask {merchant} to refund it.",

  upcomingSubject: "Upcoming charge: {amount} to {merchant} on {day}",
  upcomingPreheader: "For {plan}. You can cancel before.",
  upcomingHeading: "{amount} will be charged on {day}",
  upcomingText:
    "{merchant} will be paid {amount} for {plan} on {next}. Your wallet has to hold that much {currency} then.",

  failedSubject: "Your payment to {merchant} failed: {amount} for {plan}",
  failedPreheader: "The charge for {plan} could not be made.",
  failedChargeHeading: "A charge of {amount} failed",
  failedText: "The charge of {amount} for {plan} by {merchant} could not be made. {blocker}",
  failedUntil:
    "It is tried again until {grace}. If it cannot be made by then, the subscription ends.",

  lowSubject: "{amount} will be charged on {day}, and that would fail",
  lowPreheader: "The charge for {plan} would fail.",
  lowHeading: "The next charge would fail",
  lowText:
    "{merchant} will be paid {amount} for {plan} on {next}. As things are, that fails. {blocker}",

  blocker_insufficient_balance: "Your wallet does not hold enough {currency}.",
  blocker_insufficient_allowance:
    "Your wallet does not let the contract take that much {currency}.",
  blocker_permit_expired:
    "The permission that you signed was never used, and does not hold any more.",
  blocker_token_paused: "The issuer of {currency} has paused it.",
  blocker_address_blocked: "Your wallet is blocked for payments in {currency}.",
  fix_insufficient_balance: "Add {currency} to your wallet: it is charged when the money arrives.",
  fix_insufficient_allowance:
    "Open your subscriptions and allow it again: “What you allow” says how.",
  fix_permit_expired: "Open your subscriptions and sign a new permission.",
  fix_token_paused: "There is nothing that you have to do.",
  fix_address_blocked: "You can subscribe again with another wallet.",
  fixFirst_insufficient_balance: "Add {currency} to your wallet before that day.",
  isMissing: "{missing} are missing.",

  cancelledSubject: "Your subscription to {plan} from {merchant} is cancelled",
  cancelledPreheader: "Nothing more is charged.",
  cancelledHeading: "Your subscription to {plan} is cancelled",
  cancelledText: "{merchant} charges nothing more for it.",
  cancelledInFlight:
    "One charge was already under way and may still be made. {merchant} can refund it.",
  paidUntilText: "What you paid for lasts until {until}.",

  lapsedSubject: "Your subscription to {plan} from {merchant} has ended",
  lapsedPreheader: "The charge that was due could not be made.",
  lapsedHeading: "Your subscription to {plan} has ended",
  lapsedText:
    "The charge of {amount} by {merchant} could not be made. {blocker} Nothing more is charged.",

  endingSubject: "Your subscription to {plan} from {merchant} ends on {day}",
  endingPreheader: "Renew it to go on without a gap.",
  endingHeading: "Your subscription ends on {day}",
  endingText:
    "What you signed for {plan} from {merchant} ends on {ends}, and nothing is charged from then on. To go on without a gap, subscribe again before that day: the new subscription begins when this one ends.",
  endingClosed:
    "What you signed for {plan} from {merchant} ends on {ends}, and nothing is charged from then on. {merchant} takes no new subscriptions to it.",

  manageButton: "Your subscriptions",
  renewButton: "Renew",
  againButton: "Subscribe again",
  payerFooter:
    "You get this mail because {merchant} knows this address for the wallet that subscribed.",

  startedSubject: "New subscription to {plan}: {amount} {every}",
  startedPreheader: "The enrolment is final.",
  startedHeading: "Somebody subscribed to {plan}",
  startedText: "The enrolment with {merchant} is confirmed: it is final on {network}.",
  merchantChargedSubject: "You received {charged} for {plan}",
  merchantChargedPreheader: "A charge of a subscription is final.",
  merchantChargedHeading: "You received {charged}",
  merchantChargedText: "A charge for {plan} by {merchant} is confirmed: it is final on {network}.",
  merchantFailedSubject: "A charge of {amount} for {plan} failed",
  merchantFailedPreheader: "The charge for {plan} could not be made.",
  merchantFailedHeading: "A charge of {amount} failed",
  merchantFailedText: "A charge for {plan} could not be made: {reason}.",
  merchantFailedPayer: "The payer is told, if there is an address.",
  recoveredSubject: "Recovered: {charged} for {plan}",
  recoveredPreheader: "A charge that had failed was made.",
  recoveredHeading: "A charge that had failed was made",
  recoveredText: "The subscription to {plan} is active again. The charge is final on {network}.",
  merchantLapsedSubject: "A subscription to {plan} has lapsed",
  merchantLapsedPreheader: "Its charge could not be made in time.",
  merchantLapsedHeading: "A subscription to {plan} has lapsed",
  merchantLapsedText:
    "The charge of {amount} could not be made in time: {reason}. Nothing more is charged.",
  merchantCancelledSubject: "A subscription to {plan} was cancelled",
  merchantCancelledPreheader: "Nothing more is charged.",
  merchantCancelledHeading: "A subscription to {plan} was cancelled",
  merchantCancelledText: "Nothing more is charged for it.",
  merchantPaidUntil: "It was paid until {until}.",
  merchantInFlight:
    "One charge was already under way and may still be made: refund it then, if it is not meant to be.",
  reason_insufficient_balance: "the wallet does not hold enough {currency}",
  reason_insufficient_allowance: "the wallet’s allowance is too low",
  reason_permit_expired: "the payer’s permission was never used and does not hold any more",
  reason_token_paused: "the issuer of {currency} has paused it",
  reason_address_blocked: "the wallet is blocked for payments in {currency}",
  merchantButton: "View plan",
  merchantFooter: "You get this mail because {merchant} is told of subscriptions.",
  merchantChargedFooter:
    "You get this mail because {merchant} is told of charges. Webhooks and the API are not affected when you turn it off.",

  plan: "Plan",
  perCharge: "Amount",
  interval: "Interval",
  firstCharge: "First charge",
  nextCharge: "Next charge",
  endsOn: "Ends on",
  capTotal: "At most altogether",
  wallet: "Wallet",
  subscription: "Subscription",
  missingAmount: "Missing",
} as const;
