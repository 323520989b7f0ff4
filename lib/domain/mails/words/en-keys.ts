/** The words of mails about API keys, and to the support inbox, in English. */
export const keyWords = {
  keyCreatedSubject: "A live API key was made: {name}",
  keyCreatedPreheader: "If it was not you, act now.",
  keyCreatedHeading: "A live API key was made",
  keyCreatedText: "It can do what its scopes allow, with real money.",
  keyCreatedByKey: "It was made with another API key, not in the dashboard.",
  keyCreatedWarning: "If you know nothing of it, revoke it now, and choose another password.",
  keyLeakedSubject: "An API key was found in public: {name}",
  keyLeakedPreheader: "It is revoked.",
  keyLeakedHeading: "An API key of yours was found in public",
  keyLeakedEnded:
    "Everybody could read it, so it was revoked at once: requests with it are refused. Another key that may do the same is waiting for you in the dashboard.",
  keyLeakedBefore: "It was revoked before it was found, so that nobody can use it.",
  keyLeakedMade:
    "What was made with it was ended, too: {keys} API keys were revoked, {endpoints} webhook endpoints disabled and {replays} replays stopped.",
  keyLeakedText:
    "Look through the requests that were made with it, and remove it from where it was found: from the history, too.",
  keyName: "API key",
  keyPlace: "Found at",
  keyAt: "When",
  keyButton: "Open API keys",
  keyFooter: "You get this mail because it is about the security of {merchant}.",

  contactSubject: "{topic}: {name}",
  contactPreheader: "By the contact form.",
  contactHeading: "{name} writes",
  contactFrom: "From",
  contactCompany: "Company",
  contactTopic: "Topic",
  contactTopic_sales: "Sales",
  contactTopic_support: "Support",
  contactTopic_partnership: "Partnership",
  contactTopic_security: "Security",
  contactTopic_other: "Other",
  contactButton: "Answer",
  contactHint: "The answer goes to this address:",
  contactFooter: "You get this mail because this address is the support inbox.",
} as const;
