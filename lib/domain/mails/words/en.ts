/** What mails say. `{name}` is filled in; every language has the same keys. */
export const en = {
  testNotice: "Test payment: no real money moved.",
  testMode: "This is about test mode.",
  buttonHint: "If the button does not work, open this address:",

  receiptSubject: "Receipt: {amount} to {merchant}",
  receiptPreheader: "Your payment to {merchant} is final.",
  receiptHeading: "You paid {amount} to {merchant}",
  receiptText:
    "Your payment is confirmed: it is final on {network}. You can open the receipt again at any time.",
  receiptButton: "View receipt",
  receiptFooter:
    "You get this mail because this address was entered for the receipt when the payment was made.",

  receivedSubject: "You received {amount}",
  receivedPreheader: "A payment to {merchant} is final.",
  receivedHeading: "You received {amount}",
  receivedText: "A customer’s payment to {merchant} is confirmed: it is final on {network}.",
  receivedButton: "View payment",
  receivedFooter:
    "You get this mail because {merchant} is told of payments. Webhooks and the API are not affected when you turn it off.",
  receivedStop: "Stop these mails",

  amount: "Amount",
  fee: "Fee",
  net: "You get",
  description: "Description",
  date: "Date",
  receiptNumber: "Receipt number",
  session: "Payment session",
  network: "Network",
  paidBy: "Paid by",
  transaction: "Transaction",

  failingSubject: "A webhook endpoint is failing: {host}",
  failingPreheader: "It has taken no webhook since {since}.",
  failingHeading: "Your webhook endpoint is failing",
  failingText:
    "{host} has taken no webhook since {since}. We go on trying. After 72 hours without a success and ten failed events the endpoint is disabled.",
  disabledSubject: "A webhook endpoint was disabled: {host}",
  disabledPreheader: "It gets no webhooks until you enable it again.",
  disabledHeading: "Your webhook endpoint was disabled",
  disabledFailing:
    "{host} has taken no webhook for 72 hours, so it gets none any more. Repair it, enable it again, and replay what it has missed.",
  disabledGone:
    "{host} answered 410 Gone, so it gets no webhooks any more. If that was a mistake, repair it, enable it again, and replay what it has missed.",
  endpointButton: "Open the API reference",
  endpointFooter: "You get this mail because the webhook endpoint belongs to {merchant}.",
  endpoint: "Endpoint",
  host: "Host",
  since: "Failing since",
  failedEvents: "Failed events",

  stopTitle: "Mails about payments",
  stopOn: "{merchant} is mailed about each payment that it receives.",
  stopOff: "{merchant} is no longer mailed about payments that it receives.",
  stopTurnOff: "Turn these mails off",
  stopTurnOn: "Turn them on again",
  stopUnknownTitle: "This link does not work any more",
  stopUnknown: "Use the link of a newer mail.",
} as const;
