const { apiKey } = document.getElementById("reference").dataset;

/** What Swagger UI leaves without a name, or gives to the keyboard wrongly. */
function mendParts() {
  const all = (selector) => document.querySelectorAll(`#reference :is(${selector})`);
  for (const field of all("input, select, textarea")) {
    if (field.labels.length > 0 || field.ariaLabel) continue;
    const isBody = field.matches(".body-param textarea");
    field.ariaLabel = isBody ? "Body" : (field.closest("tr")?.dataset.paramName ?? "Choice");
  }
  for (const field of all("#servers")) field.ariaLabel = "Server";
  for (const block of all("pre, .info table, .highlight-code")) block.tabIndex = 0;
  // A link inside the button that opens its operation, which names it in the address as well.
  for (const link of all(".opblock-summary-control a")) link.removeAttribute("href");
}

const ui = SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  docExpansion: "list",
  // Its answers say more than their own colours.
  syntaxHighlight: false,
  validatorUrl: null,
  persistAuthorization: false,
  tryItOutEnabled: true,
  // Wherever the page was opened: the same server has other names.
  requestInterceptor(request) {
    const { pathname, search } = new URL(request.url, location.href);
    request.url = location.origin + pathname + search;
    return request;
  },
  onComplete() {
    if (apiKey) ui.preauthorizeApiKey("apiKey", apiKey);
  },
});

new MutationObserver(mendParts).observe(document.getElementById("reference"), {
  childList: true,
  subtree: true,
});
