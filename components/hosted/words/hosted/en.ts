/** What every hosted page says around its own matter. `{name}` is filled in; every language has the same keys. */
export const en = {
  testBar: "Test mode",
  testBarDetail: "No real money moves",
  poweredBy: "Powered by Stipend",

  logo: "Logo of {merchant}",

  help: "Questions?",
  helpLink: "Contact {merchant}",
  helpPlain: "Ask {merchant}.",

  updatedTitle: "This page was updated",
  updatedIntro: "Reload it to continue. What you typed or signed here is kept.",
  updatedReload: "Reload",

  notFoundHome: "Go to the start page",
  notFoundTitle: "Nothing here",
  notFoundIntro:
    "This link doesn’t lead to a payment or a page. Check that you copied the whole link, or ask for a new one.",
} as const;
