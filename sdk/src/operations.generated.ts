// Made from the API's declarations by `npm run sdk:generate`.

/** How each method of the client calls its endpoint. */
export const resources = {
  paymentSessions: {
    create: { name: "createSession", method: "POST", path: "/v1/payment-sessions" },
    list: { name: "listSessions", method: "GET", path: "/v1/payment-sessions" },
    get: { name: "getSession", method: "GET", path: "/v1/payment-sessions/{id}" },
    cancel: { name: "cancelSession", method: "POST", path: "/v1/payment-sessions/{id}/cancel" },
    expire: { name: "expireSession", method: "POST", path: "/v1/payment-sessions/{id}/expire" },
  },
  relay: {
    pay: { name: "relayPayment", method: "POST", path: "/v1/relay/payments" },
    subscribe: { name: "relaySubscription", method: "POST", path: "/v1/relay/subscriptions" },
    getSubmission: { name: "getSubmission", method: "GET", path: "/v1/relay/submissions/{idempotencyKey}" },
  },
  transactions: {
    list: { name: "listTransactions", method: "GET", path: "/v1/transactions" },
    get: { name: "getTransaction", method: "GET", path: "/v1/transactions/{id}" },
  },
  timelines: {
    get: { name: "getTimeline", method: "GET", path: "/v1/timelines/{id}" },
  },
  refunds: {
    create: { name: "createRefund", method: "POST", path: "/v1/refunds" },
    list: { name: "listRefunds", method: "GET", path: "/v1/refunds" },
    get: { name: "getRefund", method: "GET", path: "/v1/refunds/{id}" },
    recordSignature: { name: "recordRefundSignature", method: "POST", path: "/v1/refunds/{id}/signature" },
    cancel: { name: "cancelRefund", method: "POST", path: "/v1/refunds/{id}/cancel" },
  },
  customers: {
    upsert: { name: "upsertCustomer", method: "POST", path: "/v1/customers" },
    list: { name: "listCustomers", method: "GET", path: "/v1/customers" },
    get: { name: "getCustomer", method: "GET", path: "/v1/customers/{id}" },
  },
  invoices: {
    create: { name: "createInvoice", method: "POST", path: "/v1/invoices" },
    list: { name: "listInvoices", method: "GET", path: "/v1/invoices" },
    get: { name: "getInvoice", method: "GET", path: "/v1/invoices/{id}" },
    send: { name: "sendInvoice", method: "POST", path: "/v1/invoices/{id}/send" },
    void: { name: "voidInvoice", method: "POST", path: "/v1/invoices/{id}/void" },
    duplicate: { name: "duplicateInvoice", method: "POST", path: "/v1/invoices/{id}/duplicate" },
    document: { name: "getInvoiceDocument", method: "GET", path: "/v1/invoices/{id}/document", isFile: true },
  },
  subscriptionPlans: {
    create: { name: "createPlan", method: "POST", path: "/v1/subscription-plans" },
    list: { name: "listPlans", method: "GET", path: "/v1/subscription-plans" },
    get: { name: "getPlan", method: "GET", path: "/v1/subscription-plans/{id}" },
    archive: { name: "archivePlan", method: "POST", path: "/v1/subscription-plans/{id}/archive" },
  },
  subscriptions: {
    list: { name: "listSubscriptions", method: "GET", path: "/v1/subscriptions" },
    get: { name: "getSubscription", method: "GET", path: "/v1/subscriptions/{id}" },
    cancel: { name: "cancelSubscription", method: "POST", path: "/v1/subscriptions/{id}/cancel" },
    pause: { name: "pauseSubscription", method: "POST", path: "/v1/subscriptions/{id}/pause" },
    resume: { name: "resumeSubscription", method: "POST", path: "/v1/subscriptions/{id}/resume" },
  },
  webhookEndpoints: {
    create: { name: "createWebhookEndpoint", method: "POST", path: "/v1/webhook-endpoints" },
    list: { name: "listWebhookEndpoints", method: "GET", path: "/v1/webhook-endpoints" },
    get: { name: "getWebhookEndpoint", method: "GET", path: "/v1/webhook-endpoints/{id}" },
    update: { name: "updateWebhookEndpoint", method: "PATCH", path: "/v1/webhook-endpoints/{id}" },
    delete: { name: "deleteWebhookEndpoint", method: "DELETE", path: "/v1/webhook-endpoints/{id}" },
    disable: { name: "disableWebhookEndpoint", method: "POST", path: "/v1/webhook-endpoints/{id}/disable" },
    enable: { name: "enableWebhookEndpoint", method: "POST", path: "/v1/webhook-endpoints/{id}/enable" },
    rotateSecret: { name: "rotateWebhookSecret", method: "POST", path: "/v1/webhook-endpoints/{id}/rotate-secret" },
    test: { name: "testWebhookEndpoint", method: "POST", path: "/v1/webhook-endpoints/{id}/test" },
  },
  webhookDeliveries: {
    list: { name: "listWebhookDeliveries", method: "GET", path: "/v1/webhook-deliveries" },
    get: { name: "getWebhookDelivery", method: "GET", path: "/v1/webhook-deliveries/{id}" },
    replay: { name: "replayWebhookDelivery", method: "POST", path: "/v1/webhook-deliveries/{id}/replay" },
  },
  webhookReplays: {
    create: { name: "createWebhookReplay", method: "POST", path: "/v1/webhook-endpoints/{id}/replay" },
    list: { name: "listWebhookReplays", method: "GET", path: "/v1/webhook-endpoints/{id}/replays" },
    get: { name: "getWebhookReplay", method: "GET", path: "/v1/webhook-endpoints/{id}/replays/{replayId}" },
    cancel: { name: "cancelWebhookReplay", method: "POST", path: "/v1/webhook-endpoints/{id}/replays/{replayId}/cancel" },
  },
  webhookInspector: {
    get: { name: "getWebhookInspector", method: "GET", path: "/v1/webhook-inspector" },
    open: { name: "openWebhookInspector", method: "POST", path: "/v1/webhook-inspector" },
    list: { name: "listInspectedWebhooks", method: "GET", path: "/v1/webhook-inspector/webhooks" },
  },
  search: {
    find: { name: "search", method: "GET", path: "/v1/search" },
  },
  events: {
    list: { name: "listEvents", method: "GET", path: "/v1/events" },
  },
  tokens: {
    get: { name: "getToken", method: "GET", path: "/v1/tokens/{address}" },
    getPermitNonce: { name: "getPermitNonce", method: "GET", path: "/v1/tokens/{address}/permit-nonce" },
  },
  checkout: {
    getMerchantCard: { name: "getMerchantCard", method: "GET", path: "/v1/checkout/merchants/{id}" },
    getSession: { name: "getPublicSession", method: "GET", path: "/v1/checkout/sessions/{id}" },
    recordPayer: { name: "recordSessionPayer", method: "POST", path: "/v1/checkout/sessions/{id}/payer", isPublic: true },
    getPlan: { name: "getPublicPlan", method: "GET", path: "/v1/checkout/plans/{id}" },
    getPlanSubscription: { name: "getPlanSubscription", method: "GET", path: "/v1/checkout/plans/{id}/subscription" },
    recordPlanPayer: { name: "recordPlanPayer", method: "POST", path: "/v1/checkout/plans/{id}/payer", isPublic: true },
  },
  auth: {
    me: { name: "getSignedInMerchant", method: "GET", path: "/v1/auth/me" },
    sync: { name: "syncMerchant", method: "POST", path: "/v1/auth/sync", isPublic: true },
    challenge: { name: "getChallenge", method: "GET", path: "/v1/auth/challenge" },
    verifyChallenge: { name: "verifyChallenge", method: "POST", path: "/v1/auth/turnstile/verify", isPublic: true },
  },
  merchants: {
    me: { name: "getOwnMerchant", method: "GET", path: "/v1/merchants/me" },
    update: { name: "updateOwnMerchant", method: "PATCH", path: "/v1/merchants/me" },
    onboard: { name: "onboardMerchant", method: "POST", path: "/v1/merchants/me/onboard" },
    changeTier: { name: "changeTier", method: "POST", path: "/v1/merchants/me/tier" },
    liveModeEligibility: { name: "getLiveModeEligibility", method: "GET", path: "/v1/merchants/me/live-mode-eligibility" },
    chainStatus: { name: "getMerchantChainStatus", method: "GET", path: "/v1/merchants/me/chain-status" },
    balance: { name: "getMerchantBalance", method: "GET", path: "/v1/merchants/me/balance" },
    onchainState: { name: "getMerchantOnchainState", method: "GET", path: "/v1/merchants/me/onchain-state" },
    create: { name: "createOwnMerchant", method: "POST", path: "/v1/merchants" },
    list: { name: "listOwnMerchants", method: "GET", path: "/v1/merchants" },
    requestWalletProof: { name: "requestWalletProof", method: "POST", path: "/v1/merchants/me/wallet-proof/message" },
    proveWallet: { name: "proveWallet", method: "POST", path: "/v1/merchants/me/wallet-proof" },
    transferOwnership: { name: "transferOwnership", method: "POST", path: "/v1/merchants/me/ownership-transfer" },
    setup: { name: "getSetup", method: "GET", path: "/v1/merchants/me/setup" },
    attention: { name: "getAttention", method: "GET", path: "/v1/merchants/me/attention" },
  },
  stats: {
    volume: { name: "getVolume", method: "GET", path: "/v1/stats/volume" },
  },
  apiKeys: {
    create: { name: "createApiKey", method: "POST", path: "/v1/api-keys" },
    list: { name: "listApiKeys", method: "GET", path: "/v1/api-keys" },
    get: { name: "getApiKey", method: "GET", path: "/v1/api-keys/{id}" },
    revoke: { name: "revokeApiKey", method: "POST", path: "/v1/api-keys/{id}/revoke" },
    rotate: { name: "rotateApiKey", method: "POST", path: "/v1/api-keys/{id}/rotate" },
    revealSuccessor: { name: "revealApiKeySuccessor", method: "POST", path: "/v1/api-keys/{id}/successor" },
    listRequests: { name: "listApiKeyRequests", method: "GET", path: "/v1/api-keys/{id}/requests" },
    exportRequests: { name: "exportApiKeyRequests", method: "GET", path: "/v1/api-keys/{id}/requests/export", isFile: true },
  },
  requestLog: {
    list: { name: "listRequests", method: "GET", path: "/v1/request-log" },
    listErrors: { name: "listRequestErrors", method: "GET", path: "/v1/request-log/errors" },
  },
  contact: {
    send: { name: "sendContactMessage", method: "POST", path: "/v1/contact", isPublic: true },
  },
  admin: {
    me: { name: "getSignedInAdmin", method: "GET", path: "/v1/admin/me" },
  },
  testClock: {
    advance: { name: "advanceClock", method: "POST", path: "/v1/test/clock/advance" },
  },
  operations: {
    health: { name: "health", method: "GET", path: "/health" },
    ready: { name: "ready", method: "GET", path: "/ready" },
  },
} as const;
