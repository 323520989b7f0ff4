// Made from the API's declarations by `npm run sdk:generate`.

/** How each method of the client calls its endpoint. */
export const resources = {
  admin: {
    me: { name: "getSignedInAdmin", method: "GET", path: "/v1/admin/me" },
    role: { name: "changeAdminRole", method: "PATCH", path: "/v1/admin/admins/{id}/role" },
  },
  adminStatus: {
    change: { name: "changeAdminStatus", method: "PATCH", path: "/v1/admin/admins/{id}/status" },
  },
  admins: {
    invite: { name: "inviteAdmin", method: "POST", path: "/v1/admin/admins" },
    list: { name: "listAdmins", method: "GET", path: "/v1/admin/admins" },
    remove: { name: "removeAdmin", method: "DELETE", path: "/v1/admin/admins/{id}" },
  },
  apiKeys: {
    create: { name: "createApiKey", method: "POST", path: "/v1/api-keys" },
    exportRequests: { name: "exportApiKeyRequests", method: "GET", path: "/v1/api-keys/{id}/requests/export", isFile: true },
    get: { name: "getApiKey", method: "GET", path: "/v1/api-keys/{id}" },
    list: { name: "listApiKeys", method: "GET", path: "/v1/api-keys" },
    listRequests: { name: "listApiKeyRequests", method: "GET", path: "/v1/api-keys/{id}/requests" },
    revealSuccessor: { name: "revealApiKeySuccessor", method: "POST", path: "/v1/api-keys/{id}/successor" },
    revoke: { name: "revokeApiKey", method: "POST", path: "/v1/api-keys/{id}/revoke" },
    rotate: { name: "rotateApiKey", method: "POST", path: "/v1/api-keys/{id}/rotate" },
  },
  auth: {
    challenge: { name: "getChallenge", method: "GET", path: "/v1/auth/challenge" },
    me: { name: "getSignedInMerchant", method: "GET", path: "/v1/auth/me" },
    sync: { name: "syncMerchant", method: "POST", path: "/v1/auth/sync", isPublic: true },
    verifyChallenge: { name: "verifyChallenge", method: "POST", path: "/v1/auth/turnstile/verify", isPublic: true },
  },
  checkout: {
    getLink: { name: "getPublicLink", method: "GET", path: "/v1/checkout/links/{id}" },
    getMerchantCard: { name: "getMerchantCard", method: "GET", path: "/v1/checkout/merchants/{id}" },
    getPlan: { name: "getPublicPlan", method: "GET", path: "/v1/checkout/plans/{id}" },
    getPlanSubscription: { name: "getPlanSubscription", method: "GET", path: "/v1/checkout/plans/{id}/subscription" },
    getSession: { name: "getPublicSession", method: "GET", path: "/v1/checkout/sessions/{id}" },
    payByLink: { name: "checkoutLink", method: "POST", path: "/v1/checkout/links/{id}/checkout", isPublic: true },
    recordPayer: { name: "recordSessionPayer", method: "POST", path: "/v1/checkout/sessions/{id}/payer", isPublic: true },
    recordPlanPayer: { name: "recordPlanPayer", method: "POST", path: "/v1/checkout/plans/{id}/payer", isPublic: true },
  },
  complianceLogs: {
    list: { name: "listComplianceLogs", method: "GET", path: "/v1/compliance/logs" },
  },
  contact: {
    send: { name: "sendContactMessage", method: "POST", path: "/v1/contact", isPublic: true },
  },
  customers: {
    get: { name: "getCustomer", method: "GET", path: "/v1/customers/{id}" },
    list: { name: "listCustomers", method: "GET", path: "/v1/customers" },
    upsert: { name: "upsertCustomer", method: "POST", path: "/v1/customers" },
  },
  events: {
    list: { name: "listEvents", method: "GET", path: "/v1/events" },
  },
  holds: {
    list: { name: "listHolds", method: "GET", path: "/v1/compliance/holds" },
    refund: { name: "refundHold", method: "POST", path: "/v1/compliance/holds/{transactionId}/refund" },
    release: { name: "releaseHold", method: "POST", path: "/v1/compliance/holds/{transactionId}/release" },
  },
  invoices: {
    create: { name: "createInvoice", method: "POST", path: "/v1/invoices" },
    document: { name: "getInvoiceDocument", method: "GET", path: "/v1/invoices/{id}/document", isFile: true },
    duplicate: { name: "duplicateInvoice", method: "POST", path: "/v1/invoices/{id}/duplicate" },
    get: { name: "getInvoice", method: "GET", path: "/v1/invoices/{id}" },
    list: { name: "listInvoices", method: "GET", path: "/v1/invoices" },
    send: { name: "sendInvoice", method: "POST", path: "/v1/invoices/{id}/send" },
    void: { name: "voidInvoice", method: "POST", path: "/v1/invoices/{id}/void" },
  },
  merchants: {
    attention: { name: "getAttention", method: "GET", path: "/v1/merchants/me/attention" },
    balance: { name: "getMerchantBalance", method: "GET", path: "/v1/merchants/me/balance" },
    chainStatus: { name: "getMerchantChainStatus", method: "GET", path: "/v1/merchants/me/chain-status" },
    changeTier: { name: "changeTier", method: "POST", path: "/v1/merchants/me/tier" },
    create: { name: "createOwnMerchant", method: "POST", path: "/v1/merchants" },
    list: { name: "listOwnMerchants", method: "GET", path: "/v1/merchants" },
    liveModeEligibility: { name: "getLiveModeEligibility", method: "GET", path: "/v1/merchants/me/live-mode-eligibility" },
    me: { name: "getOwnMerchant", method: "GET", path: "/v1/merchants/me" },
    onboard: { name: "onboardMerchant", method: "POST", path: "/v1/merchants/me/onboard" },
    onchainState: { name: "getMerchantOnchainState", method: "GET", path: "/v1/merchants/me/onchain-state" },
    proveWallet: { name: "proveWallet", method: "POST", path: "/v1/merchants/me/wallet-proof" },
    requestWalletProof: { name: "requestWalletProof", method: "POST", path: "/v1/merchants/me/wallet-proof/message" },
    setup: { name: "getSetup", method: "GET", path: "/v1/merchants/me/setup" },
    transferOwnership: { name: "transferOwnership", method: "POST", path: "/v1/merchants/me/ownership-transfer" },
    update: { name: "updateOwnMerchant", method: "PATCH", path: "/v1/merchants/me" },
  },
  notifications: {
    list: { name: "listNotifications", method: "GET", path: "/v1/notifications" },
    markAllRead: { name: "markNotificationsRead", method: "POST", path: "/v1/notifications/mark-all-read" },
  },
  operations: {
    health: { name: "health", method: "GET", path: "/health" },
    ready: { name: "ready", method: "GET", path: "/ready" },
  },
  orders: {
    list: { name: "listOrders", method: "GET", path: "/v1/storefront/orders" },
  },
  paymentLinks: {
    create: { name: "createPaymentLink", method: "POST", path: "/v1/payment-links" },
    get: { name: "getPaymentLink", method: "GET", path: "/v1/payment-links/{id}" },
    list: { name: "listPaymentLinks", method: "GET", path: "/v1/payment-links" },
    update: { name: "updatePaymentLink", method: "PATCH", path: "/v1/payment-links/{id}" },
  },
  paymentSessions: {
    cancel: { name: "cancelSession", method: "POST", path: "/v1/payment-sessions/{id}/cancel" },
    create: { name: "createSession", method: "POST", path: "/v1/payment-sessions" },
    expire: { name: "expireSession", method: "POST", path: "/v1/payment-sessions/{id}/expire" },
    get: { name: "getSession", method: "GET", path: "/v1/payment-sessions/{id}" },
    list: { name: "listSessions", method: "GET", path: "/v1/payment-sessions" },
  },
  products: {
    archive: { name: "archiveProduct", method: "POST", path: "/v1/storefront/products/{id}/archive" },
    create: { name: "createProduct", method: "POST", path: "/v1/storefront/products" },
    get: { name: "getProduct", method: "GET", path: "/v1/storefront/products/{id}" },
    list: { name: "listProducts", method: "GET", path: "/v1/storefront/products" },
    update: { name: "updateProduct", method: "PATCH", path: "/v1/storefront/products/{id}" },
  },
  refunds: {
    cancel: { name: "cancelRefund", method: "POST", path: "/v1/refunds/{id}/cancel" },
    create: { name: "createRefund", method: "POST", path: "/v1/refunds" },
    get: { name: "getRefund", method: "GET", path: "/v1/refunds/{id}" },
    list: { name: "listRefunds", method: "GET", path: "/v1/refunds" },
    recordSignature: { name: "recordRefundSignature", method: "POST", path: "/v1/refunds/{id}/signature" },
  },
  relay: {
    getSubmission: { name: "getSubmission", method: "GET", path: "/v1/relay/submissions/{idempotencyKey}" },
    pay: { name: "relayPayment", method: "POST", path: "/v1/relay/payments" },
    subscribe: { name: "relaySubscription", method: "POST", path: "/v1/relay/subscriptions" },
  },
  renewals: {
    list: { name: "listRenewals", method: "GET", path: "/v1/renewals" },
  },
  requestLog: {
    list: { name: "listRequests", method: "GET", path: "/v1/request-log" },
    listErrors: { name: "listRequestErrors", method: "GET", path: "/v1/request-log/errors" },
  },
  search: {
    find: { name: "search", method: "GET", path: "/v1/search" },
  },
  slugs: {
    check: { name: "checkSlug", method: "GET", path: "/v1/storefront/slugs/{slug}" },
  },
  stats: {
    churn: { name: "getChurn", method: "GET", path: "/v1/stats/churn" },
    conversion: { name: "getConversion", method: "GET", path: "/v1/stats/conversion" },
    forecast: { name: "getForecast", method: "GET", path: "/v1/stats/forecast" },
    ltv: { name: "listCustomerValues", method: "GET", path: "/v1/stats/ltv" },
    mrr: { name: "getMrr", method: "GET", path: "/v1/stats/mrr" },
    summary: { name: "getSummary", method: "GET", path: "/v1/stats/summary" },
    volume: { name: "getVolume", method: "GET", path: "/v1/stats/volume" },
  },
  store: {
    checkout: { name: "checkoutProduct", method: "POST", path: "/store/{slug}/products/{productId}/checkout", isPublic: true },
    get: { name: "getStore", method: "GET", path: "/store/{slug}" },
  },
  storefront: {
    archive: { name: "archiveStorefront", method: "POST", path: "/v1/storefront/archive" },
    get: { name: "getStorefront", method: "GET", path: "/v1/storefront" },
    publish: { name: "publishStorefront", method: "POST", path: "/v1/storefront/publish" },
    save: { name: "saveStorefront", method: "POST", path: "/v1/storefront" },
    unpublish: { name: "unpublishStorefront", method: "POST", path: "/v1/storefront/unpublish" },
  },
  subscriptionPlans: {
    archive: { name: "archivePlan", method: "POST", path: "/v1/subscription-plans/{id}/archive" },
    create: { name: "createPlan", method: "POST", path: "/v1/subscription-plans" },
    get: { name: "getPlan", method: "GET", path: "/v1/subscription-plans/{id}" },
    list: { name: "listPlans", method: "GET", path: "/v1/subscription-plans" },
  },
  subscriptions: {
    cancel: { name: "cancelSubscription", method: "POST", path: "/v1/subscriptions/{id}/cancel" },
    get: { name: "getSubscription", method: "GET", path: "/v1/subscriptions/{id}" },
    list: { name: "listSubscriptions", method: "GET", path: "/v1/subscriptions" },
    pause: { name: "pauseSubscription", method: "POST", path: "/v1/subscriptions/{id}/pause" },
    resume: { name: "resumeSubscription", method: "POST", path: "/v1/subscriptions/{id}/resume" },
  },
  testClock: {
    advance: { name: "advanceClock", method: "POST", path: "/v1/test/clock/advance" },
  },
  timelines: {
    get: { name: "getTimeline", method: "GET", path: "/v1/timelines/{id}" },
  },
  tokens: {
    get: { name: "getToken", method: "GET", path: "/v1/tokens/{address}" },
    getPermitNonce: { name: "getPermitNonce", method: "GET", path: "/v1/tokens/{address}/permit-nonce" },
  },
  transactions: {
    get: { name: "getTransaction", method: "GET", path: "/v1/transactions/{id}" },
    list: { name: "listTransactions", method: "GET", path: "/v1/transactions" },
  },
  webhookDeliveries: {
    get: { name: "getWebhookDelivery", method: "GET", path: "/v1/webhook-deliveries/{id}" },
    list: { name: "listWebhookDeliveries", method: "GET", path: "/v1/webhook-deliveries" },
    replay: { name: "replayWebhookDelivery", method: "POST", path: "/v1/webhook-deliveries/{id}/replay" },
  },
  webhookEndpoints: {
    create: { name: "createWebhookEndpoint", method: "POST", path: "/v1/webhook-endpoints" },
    delete: { name: "deleteWebhookEndpoint", method: "DELETE", path: "/v1/webhook-endpoints/{id}" },
    disable: { name: "disableWebhookEndpoint", method: "POST", path: "/v1/webhook-endpoints/{id}/disable" },
    enable: { name: "enableWebhookEndpoint", method: "POST", path: "/v1/webhook-endpoints/{id}/enable" },
    get: { name: "getWebhookEndpoint", method: "GET", path: "/v1/webhook-endpoints/{id}" },
    list: { name: "listWebhookEndpoints", method: "GET", path: "/v1/webhook-endpoints" },
    rotateSecret: { name: "rotateWebhookSecret", method: "POST", path: "/v1/webhook-endpoints/{id}/rotate-secret" },
    test: { name: "testWebhookEndpoint", method: "POST", path: "/v1/webhook-endpoints/{id}/test" },
    update: { name: "updateWebhookEndpoint", method: "PATCH", path: "/v1/webhook-endpoints/{id}" },
  },
  webhookInspector: {
    get: { name: "getWebhookInspector", method: "GET", path: "/v1/webhook-inspector" },
    list: { name: "listInspectedWebhooks", method: "GET", path: "/v1/webhook-inspector/webhooks" },
    open: { name: "openWebhookInspector", method: "POST", path: "/v1/webhook-inspector" },
  },
  webhookReplays: {
    cancel: { name: "cancelWebhookReplay", method: "POST", path: "/v1/webhook-endpoints/{id}/replays/{replayId}/cancel" },
    create: { name: "createWebhookReplay", method: "POST", path: "/v1/webhook-endpoints/{id}/replay" },
    get: { name: "getWebhookReplay", method: "GET", path: "/v1/webhook-endpoints/{id}/replays/{replayId}" },
    list: { name: "listWebhookReplays", method: "GET", path: "/v1/webhook-endpoints/{id}/replays" },
  },
} as const;
