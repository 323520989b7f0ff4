// Made from the API's declarations by `npm run sdk:generate`.

export type AdminApiKey = {
/** The object's id */
readonly id: string;
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** `secret` or `publishable` */
readonly kind: "secret" | "publishable";
/** The name */
readonly name: string;
/** The beginning of the key */
readonly prefix: string;
/** The status */
readonly status: "active" | "revoked" | "expired";
/** When it was last used, to the minute; null before */
readonly lastUsedAt: string | null;
/** When it was created */
readonly createdAt: string;
};

export type AdminChainHealth = {
/** The chain's id (EIP-155) */
readonly chainId: number;
/** `fail` while reading is halted */
readonly status: "ok" | "warn" | "fail";
/** Blocks that are not read yet */
readonly blocksBehind: number;
/** Why reading is halted; null if it is not */
readonly haltedReason: string | null;
/** What to do; null while it is ok */
readonly action: string | null;
};

export type AdminChainNode = {
/** Its place among the URLs, and its host */
readonly name: string;
/** `same`: it has the final block. `other`: it has another one. `missing`: it has none at that height. `none`: it did not answer, or is not on the chain */
readonly answer: "same" | "other" | "missing" | "none";
/** The block that it has; null without one */
readonly hash: string | null;
};

export type AdminContactMessage = {
/** The object's id */
readonly id: string;
/** The object's type */
readonly object: "contact_message";
/** The writer's name */
readonly name: string;
/** The writer's address */
readonly email: string;
/** The writer's company; null if none was given */
readonly company: string | null;
/** The topic */
readonly topic: "sales" | "support" | "partnership" | "security" | "other";
/** What was written */
readonly message: string;
/** When it was marked as answered; null if it is open */
readonly answeredAt: string | null;
/** The admin user who did; null if open */
readonly answeredBy: string | null;
/** When it was created */
readonly createdAt: string;
};

export type AdminContracts = {
/** The contracts' deployment */
readonly deploymentId: string;
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** The chain's id (EIP-155) */
readonly chainId: number;
/** The currencies that are settled there */
readonly currencies: readonly ("USDC" | "EURC")[];
/** Who receives the fees; null before it was read */
readonly treasury: {
/** The account */
readonly account: string;
/** When it was named, by the block's time */
readonly at: string;
} | null;
/** To whom the treasury offers its role; null without an offer */
readonly offeredTreasury: {
/** The account */
readonly account: string;
/** When it was named, by the block's time */
readonly at: string;
} | null;
/** Whom the contracts' admin announced as treasury; null without a notice */
readonly announcedTreasury: {
/** The account */
readonly account: string;
/** When it was named, by the block's time */
readonly at: string;
/** From when on it may take over */
readonly acceptableAt: string;
} | null;
/** Who manages the registry; null before it was read */
readonly operator: {
/** The account */
readonly account: string;
/** When it was named, by the block's time */
readonly at: string;
} | null;
/** To whom the operator offers its role; null without an offer */
readonly offeredOperator: {
/** The account */
readonly account: string;
/** When it was named, by the block's time */
readonly at: string;
} | null;
/** The relay's wallets, and accounts that were named; empty without subscriptions */
readonly keepers: readonly (AdminKeeper)[];
};

export type AdminContractsList = {
/** The object's type */
readonly object: "admin_contracts";
/** By deployment */
readonly contracts: readonly (AdminContracts)[];
};

export type AdminDailySignups = {
/** The day (UTC) */
readonly day: string;
/** Merchants that were created */
readonly signups: number;
/** Merchants that unlocked live mode */
readonly liveUnlocked: number;
};

export type AdminDailyVolume = {
/** The day (UTC) */
readonly day: string;
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** The stablecoin */
readonly currency: "USDC" | "EURC";
/** Final payments and charges, before fees and refunds */
readonly gross: string;
/** The fees that the contracts took of them */
readonly fees: string;
/** How many there were */
readonly payments: number;
};

export type AdminEndpoint = {
/** The object's id */
readonly id: string;
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** The URL that is called: https, at a public address */
readonly url: string;
/** The status */
readonly status: "enabled" | "disabled";
/** The first failure since the last success; null without one */
readonly failingSince: string | null;
/** Events that were not delivered since the last success */
readonly failedEvents: number;
/** When an event was last delivered */
readonly lastSuccessAt: string | null;
};

export type AdminEndpointReplay = {
/** The object's type */
readonly object: "admin_endpoint_replay";
/** Whether it was done; false for a dry run, and if it was so already */
readonly applied: boolean;
/** What the repair does */
readonly consequence: string;
/** The merchant's id */
readonly merchantId: string;
/** The webhook endpoint's id */
readonly endpointId: string;
/** The replay; null for a dry run */
readonly replayId: string | null;
/** The `position` of the first event */
readonly fromPosition: number;
/** The `position` of the last event */
readonly toPosition: number;
/** The number of events to send */
readonly total: number;
};

export type AdminFailure = {
/** The object's id */
readonly id: string;
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** Its kind */
readonly type: string;
/** The id of the object that the event is about */
readonly resourceId: string;
/** When it was created */
readonly createdAt: string;
};

export type AdminHealth = {
/** The object's type */
readonly object: "admin_health";
/** The worst of all areas */
readonly status: "ok" | "warn" | "fail";
/** Reading of each chain */
readonly indexer: readonly (AdminChainHealth)[];
/** Nodes and contracts */
readonly chains: AdminHealthArea;
/** Sending of transactions */
readonly relay: AdminHealthArea;
/** Events and their deliveries */
readonly webhooks: AdminHealthArea;
/** Charges of subscriptions, refunds and reserved stock */
readonly renewals: AdminHealthArea;
/** Emails */
readonly mail: AdminHealthArea;
/** Jobs, the request log and settings */
readonly engine: AdminHealthArea;
/** Checks against sanctions lists */
readonly screening: AdminHealthArea;
/** Books compared with the chain */
readonly books: AdminHealthArea;
/** Statistics compared nightly with a recount */
readonly figures: AdminHealthArea;
/** The database */
readonly database: AdminHealthArea;
};

export type AdminHealthArea = {
/** The worst of its checks */
readonly status: "ok" | "warn" | "fail";
/** What the checks found; null if they are all ok */
readonly detail: string | null;
/** What to do; null while it is ok */
readonly action: string | null;
};

export type AdminHeldPayment = {
/** The transaction, or the relay submission that is not sent */
readonly id: string;
/** The merchant's id */
readonly merchantId: string;
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** The payer's wallet */
readonly payer: string;
/** Integer string in the token's smallest unit: 2.50 USDC is `2500000` */
readonly amount: string;
/** The currency; null for a submission */
readonly currency: "USDC" | "EURC" | null;
/** The payment session; null without one */
readonly sessionId: string | null;
/** Since when it is held */
readonly since: string;
/** What the lists said last */
readonly result: string | null;
/** Which list said it */
readonly provider: string | null;
/** The lists that name the wallet */
readonly matches: readonly (string)[] | null;
/** What was decided; null while nothing was */
readonly decision: "released" | "refused" | "refunded" | null;
};

export type AdminHoldDecision = {
/** The object's type */
readonly object: "admin_hold_decision";
/** Whether it was done; false for a dry run, and if it was so already */
readonly applied: boolean;
/** What the repair does */
readonly consequence: string;
/** The payment as it was before */
readonly hold: AdminHeldPayment;
};

export type AdminHolds = {
/** The object's type */
readonly object: "admin_holds";
/** The payments */
readonly holds: readonly (AdminHeldPayment)[];
};

export type AdminKeeper = {
/** The account */
readonly account: string;
/** Whether it may charge subscriptions; null while the chain does not answer */
readonly allowed: boolean | null;
/** Whether it is a wallet of the relay */
readonly relayer: boolean;
};

export type AdminMail = {
/** The object's id */
readonly id: string;
/** The object's type */
readonly object: "mail";
/** What it tells */
readonly kind: string;
/** What came of it; `withheld` and `cancelled` were not sent */
readonly state: "queued" | "sending" | "sent" | "refused" | "failed" | "withheld" | "cancelled";
/** The address that it goes to */
readonly recipient: string;
/** The merchant; null if it is about an account */
readonly merchantId: string | null;
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** How often it was tried */
readonly attempts: number;
/** What came of the last attempt, in a word; null if it was taken */
readonly failure: string | null;
/** What the mail server said; null if it said nothing */
readonly response: string | null;
/** When it is tried next, while it is queued */
readonly nextAttemptAt: string;
/** When it was created */
readonly createdAt: string;
};

export type AdminMerchant = {
/** The object's type */
readonly object: "admin_merchant";
/** The object's id */
readonly id: string;
/** The merchant's name as payers see it */
readonly businessName: string;
/** The e-mail address */
readonly email: string | null;
/** The pricing tier, which sets the fee */
readonly tier: "free" | "growth" | "business" | "enterprise";
/** The status */
readonly status: "active" | "suspended" | "closed";
/** Whether a registry of live mode has the merchant */
readonly hasLive: boolean;
/** When it was created */
readonly createdAt: string;
};

export type AdminMerchantChange = {
/** The object's type */
readonly object: "admin_merchant_change";
/** The object's id */
readonly id: string;
/** The merchant's name as payers see it */
readonly businessName: string;
/** The e-mail address */
readonly email: string | null;
/** The pricing tier, which sets the fee */
readonly tier: "free" | "growth" | "business" | "enterprise";
/** The status */
readonly status: "active" | "suspended" | "closed";
/** Whether a registry of live mode has the merchant */
readonly hasLive: boolean;
/** When it was created */
readonly createdAt: string;
/** `queued` while a call of the operator's wallet is on its way to a registry; `confirmed` once the registries agree, or none has the merchant */
readonly onchain: "queued" | "confirmed";
};

export type AdminMerchantCounts = {
/** Active merchants */
readonly active: number;
/** Suspended merchants */
readonly suspended: number;
/** Closed merchants */
readonly closed: number;
/** Merchants of the last 7 days */
readonly new7d: number;
/** Merchants of the last 30 days */
readonly new30d: number;
};

export type AdminMerchantDetail = {
/** The object's type */
readonly object: "admin_merchant_detail";
/** The object's id */
readonly id: string;
/** The merchant's name as payers see it */
readonly businessName: string;
/** The e-mail address */
readonly email: string | null;
/** The pricing tier, which sets the fee */
readonly tier: "free" | "growth" | "business" | "enterprise";
/** The status */
readonly status: "active" | "suspended" | "closed";
/** Whether a registry of live mode has the merchant */
readonly hasLive: boolean;
/** When it was created */
readonly createdAt: string;
/** `queued` while a call of the operator's wallet is on its way to a registry; `confirmed` once the registries agree, or none has the merchant */
readonly onchain: "queued" | "confirmed";
/** The sector of the business */
readonly businessSector: string | null;
/** Its country (ISO 3166-1) */
readonly countryCode: string | null;
/** Its website */
readonly websiteUrl: string | null;
/** The phone number; visible only to the platform */
readonly phone: string | null;
/** The wallet that payments go to */
readonly payoutAddress: string | null;
/** Customers of both modes */
readonly customers: number;
/** For each mode and currency */
readonly statistics: readonly (AdminMerchantStatistics)[];
/** The records in the registries of both modes */
readonly registrations: readonly (AdminRegistration)[];
/** The newest hundred keys */
readonly apiKeys: readonly (AdminApiKey)[];
/** The newest hundred endpoints */
readonly webhookEndpoints: readonly (AdminEndpoint)[];
/** The people of the merchant, a hundred at most */
readonly users: readonly (AdminMerchantUser)[];
/** The newest twenty events that tell of a failure, of both modes */
readonly recentFailures: readonly (AdminFailure)[];
};

export type AdminMerchantStatistics = {
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** The stablecoin */
readonly currency: "USDC" | "EURC";
/** Final payments and charges so far, before fees and refunds */
readonly volume: string;
/** How many final payments and charges there were */
readonly payments: number;
/** Subscriptions that are being charged */
readonly activeSubscriptions: number;
};

export type AdminMerchantUser = {
/** The object's id */
readonly id: string;
/** Null where another identity provider has it */
readonly email: string | null;
/** What the person may do for the merchant */
readonly role: string;
/** Whether the person's sign-in is locked */
readonly locked: boolean;
/** When it was created */
readonly createdAt: string;
};

export type AdminModeCount = {
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** Subscriptions that are being charged */
readonly count: number;
};

export type AdminOperatorCall = {
/** The object's type */
readonly object: "admin_operator_call";
/** Whether it was done; false for a dry run, and if it was so already */
readonly applied: boolean;
/** Whether it can be done now; `consequence` says why not */
readonly possible: boolean;
/** What the repair does */
readonly consequence: string;
/** How it is now; null while the chain does not answer */
readonly now: string | null;
/** The call that was queued; null without one */
readonly callId: string | null;
/** What its gas costs at the most, in wei; null if unknown */
readonly cost: string | null;
/** Who has to sign it; null if unknown */
readonly signer: string | null;
};

export type AdminOverview = {
/** The object's type */
readonly object: "admin_overview";
/** How many merchants there are */
readonly merchants: AdminMerchantCounts;
/** Of the last 24 hours, by mode and currency */
readonly volume24h: readonly (AdminTakings)[];
/** Of the last 30 days, by mode and currency */
readonly volume30d: readonly (AdminTakings)[];
/** Subscriptions that are being charged */
readonly activeSubscriptions: readonly (AdminModeCount)[];
/** Subscriptions past due whose charge failed within 24 hours */
readonly failedRenewals24h: number;
/** Signed messages on their way to a chain */
readonly openSubmissions: number;
/** Enabled webhook endpoints whose deliveries fail */
readonly deliveriesFailing: number;
/** Payments that screening holds */
readonly holds: number;
};

export type AdminRegistration = {
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** The registry's deployment */
readonly deploymentId: string;
/** The merchant's id in the on-chain registry */
readonly chainMerchantId: string;
/** The owner of the nonce */
readonly owner: string;
/** The wallet that payments go to */
readonly payoutAddress: string;
/** The fee in hundredths of a percent */
readonly feeBps: number;
/** The registry's status; null while the chain does not answer */
readonly onchainStatus: "none" | "active" | "suspended" | "closed" | null;
/** The time until which open sessions of a suspended merchant can be paid */
readonly settleUntil: string | null;
/** What the stored record and the registry do not agree on */
readonly differences: readonly ("owner" | "payout" | "feeBps" | "nextFeeBps")[];
};

export type AdminRelayWallet = {
/** The chain's id (EIP-155) */
readonly chainId: number;
/** The token's contract */
readonly address: string;
/** When it was retired; null while it is in service */
readonly retiredAt: string | null;
/** Whether this process has its key */
readonly canSign: boolean;
/** Payments that it has not signed for */
readonly queued: number;
/** Payments in its open nonces */
readonly signedPayments: number;
/** Other wallets with a key in service */
readonly others: number;
};

export type AdminRelayWallets = {
/** The object's type */
readonly object: "admin_relay_wallets";
/** By chain and address */
readonly wallets: readonly (AdminRelayWallet)[];
};

export type AdminRequeue = {
/** The object's type */
readonly object: "admin_requeue";
/** Whether it was done; false for a dry run, and if it was so already */
readonly applied: boolean;
/** Whether it can be done now; `consequence` says why not */
readonly possible: boolean;
/** What the repair does */
readonly consequence: string;
/** The submission */
readonly submissionId: string;
/** Where it stands in the relay */
readonly state: "held" | "queued" | "signed" | "broadcast" | "mined" | "confirmed" | "superseded" | "rejected" | "expired" | "failed";
/** Why it did not get on last; null if nothing failed */
readonly failureCode: string | null;
/** How often it was signed for */
readonly rounds: number;
/** The nonce that it was last signed with; null without one */
readonly slot: {
/** The relay wallet */
readonly wallet: string;
/** The wallet's nonce */
readonly nonce: string;
/** Where the nonce stands */
readonly state: string;
} | null;
};

export type AdminResumption = {
/** The object's type */
readonly object: "admin_resumption";
/** Whether it was done; false for a dry run, and if it was so already */
readonly applied: boolean;
/** Whether it can be done now; `consequence` says why not */
readonly possible: boolean;
/** What the repair does */
readonly consequence: string;
/** The chain's id (EIP-155) */
readonly chainId: number;
/** Why it is halted; null while it is not */
readonly haltedReason: string | null;
/** The last block that was read */
readonly number: string;
/** The final block; null before there is one */
readonly finalBlock: {
/** Its number */
readonly number: string;
/** Its hash, as it was read */
readonly hash: string;
} | null;
/** What each node of the chain has at that height */
readonly nodes: readonly (AdminChainNode)[];
};

export type AdminSignInLock = {
/** The object's type */
readonly object: "admin_sign_in_lock";
/** Whether it was done; false for a dry run, and if it was so already */
readonly applied: boolean;
/** What the repair does */
readonly consequence: string;
/** The person */
readonly userId: string;
/** Whether the sign-in is locked now */
readonly locked: boolean;
/** Sign-in sessions that are open, or were ended */
readonly sessions: number;
};

export type AdminSignups = {
/** The object's type */
readonly object: "admin_signups";
/** Each day of the range */
readonly days: readonly (AdminDailySignups)[];
};

export type AdminSubmission = {
/** The object's id */
readonly id: string;
/** The merchant's id */
readonly merchantId: string;
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** The chain's id (EIP-155) */
readonly chainId: number;
/** Where it stands in the relay */
readonly state: "held" | "queued" | "signed" | "broadcast" | "mined" | "confirmed" | "superseded" | "rejected" | "expired" | "failed";
/** Why it did not get on last; null if nothing failed */
readonly failureCode: string | null;
/** The payer's wallet */
readonly payer: string;
/** Integer string in the token's smallest unit: 2.50 USDC is `2500000` */
readonly amount: string;
/** The payment session; null without one */
readonly sessionId: string | null;
/** When it was created */
readonly createdAt: string;
};

export type AdminSubmissions = {
/** The object's type */
readonly object: "admin_submissions";
/** The submissions */
readonly submissions: readonly (AdminSubmission)[];
};

export type AdminTakings = {
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** The stablecoin */
readonly currency: "USDC" | "EURC";
/** Final payments and charges, before fees and refunds */
readonly gross: string;
/** The fees that the contracts took of them */
readonly fees: string;
/** How many there were */
readonly payments: number;
};

export type AdminTopMerchant = {
/** The place within mode and currency, from 1 */
readonly rank: number;
/** The merchant's id */
readonly merchantId: string;
/** The merchant's name as payers see it */
readonly businessName: string;
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** The stablecoin */
readonly currency: "USDC" | "EURC";
/** Final payments and charges, before fees and refunds */
readonly gross: string;
/** The fees that the contracts took of them */
readonly fees: string;
/** How many there were */
readonly payments: number;
};

export type AdminTopMerchants = {
/** The object's type */
readonly object: "admin_top_merchants";
/** For each mode and currency, the highest volume first */
readonly merchants: readonly (AdminTopMerchant)[];
};

export type AdminUser = {
/** The object's id */
readonly id: string;
/** The object's type */
readonly object: "admin_user";
/** The e-mail address */
readonly email: string;
/** The name */
readonly name: string | null;
/** The admin user's role */
readonly role: "read_only" | "admin" | "super_admin";
/** The status */
readonly status: "active" | "suspended";
/** Whether the person has signed in as an admin user */
readonly joined: boolean;
/** When it was created */
readonly createdAt: string;
};

export type AdminVolume = {
/** The object's type */
readonly object: "admin_volume";
/** Each day, mode and currency of the range */
readonly days: readonly (AdminDailyVolume)[];
};

export type AdminWalletRetirement = {
/** The object's type */
readonly object: "admin_wallet_retirement";
/** Whether it was done; false for a dry run, and if it was so already */
readonly applied: boolean;
/** The wallet, as it is now */
readonly wallet: AdminRelayWallet;
};

export type AgentActivity = {
/** The object's id */
readonly id: string;
/** The object's type */
readonly object: "agent_activity";
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** The capability that it is part of */
readonly capability: "identity" | "recovery" | "routing" | "cashflow" | "commerce" | "pricing_intelligence";
/** What the agent did */
readonly action: "retry_charge" | "send_digest" | "report_anomaly" | "report_plan" | "propose_job" | "approve_job" | "complete_job" | "reject_job" | "return_money" | "release_payment" | "receive_deposit";
/** What it did, in a sentence */
readonly summary: string;
/** Why, with the figures */
readonly reason: string;
/** The setting that let it act, by its path */
readonly setting: string;
/** What it acted on; null where that is no object */
readonly resource: {
/** Its kind */
readonly type: string;
/** The object's id */
readonly id: string;
} | null;
/** Its transaction; null without one */
readonly txHash: string | null;
/** What came of it */
readonly outcome: "succeeded" | "failed" | "pending";
/** When it was created */
readonly createdAt: string;
};

export type AgentCashflow = {
/** Whether the digest is mailed each day */
readonly digestEnabled: boolean;
/** How far a day must lie from the usual, in robust standard deviations, to be told: low 4, medium 3, high 2 */
readonly anomalySensitivity: "low" | "medium" | "high";
/** Kept, and never acts */
readonly autoConvertToYield: boolean;
/** What the payout wallet should keep, in US cents */
readonly minimumLiquidReserveCents: number;
};

export type AgentCommerce = {
/** A job above this amount, in US cents, waits for a person */
readonly requireHumanApprovalAboveUsdCents: number;
/** Vendors whom the agent may pay without a person; empty: all */
readonly approvedVendors: readonly (string)[];
/** The most that jobs of 30 days may cost, in US cents; null: no cap */
readonly monthlySpendCapUsdCents: number | null;
/** The agent's treasury, from which new jobs are paid; null: there is none */
readonly treasuryAddress: string | null;
/** `in_sync`: each treasury holds the agent to these limits. `awaiting_wallet`: the owner's wallet has to send `instructions`, and later what is `withheld`. `unavailable`: no treasury can be made here yet */
readonly policy: "in_sync" | "awaiting_wallet" | "unavailable";
/** What the owner's wallet sends, in this order; empty where nothing is to be sent */
readonly instructions: readonly (WalletCall)[];
/** Why a call that sets the limits is not among `instructions`: `policy_not_final`: the owner has set a treasury's policy in a block that is not read as final, and the call would put back the evaluator and the reserves of before. Null: none is withheld */
readonly withheld: "policy_not_final" | null;
};

export type AgentConfig = {
/** The object's type */
readonly object: "agent_config";
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** What the agent may do */
readonly enabledCapabilities: readonly ("identity" | "recovery" | "routing" | "cashflow" | "commerce" | "pricing_intelligence")[];
/** Each capability and switch, and whether it can act */
readonly features: readonly (AgentFeature)[];
/** How failed renewals are tried again, and what payers are told of them */
readonly recovery: AgentRecovery;
/** The daily digest, and what it watches */
readonly cashflow: AgentCashflow;
/** Limits of what the agent may buy */
readonly commerce: AgentCommerce;
/** When it was last changed; null before */
readonly updatedAt: string | null;
};

export type AgentDigest = {
/** The object's type */
readonly object: "agent_digest";
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** The day (UTC) that it is about */
readonly day: string;
/** What moved, each currency for itself */
readonly currencies: readonly (DigestFlow)[];
/** Renewals of the next days */
readonly renewals: DigestOutlook;
/** How long the payout wallet lasts above the reserve */
readonly runway: DigestRunway;
/** What lies outside of the usual of 28 days */
readonly anomalies: readonly (DigestAnomaly)[];
};

export type AgentFeature = {
/** The capability, or the field that switches it */
readonly name: "identity" | "recovery" | "routing" | "cashflow" | "commerce" | "pricing_intelligence" | "autoConvertToYield";
/** Whether it is switched on */
readonly enabled: boolean;
/** Whether it can act here */
readonly available: boolean;
/** Why it cannot act; null where it can */
readonly reason: "identity_unavailable" | "routing_unavailable" | "autoConvertToYield_unavailable" | null;
};

export type AgentJob = {
/** The object's id */
readonly id: string;
/** The object's type */
readonly object: "agent_job";
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** `approved`: to be funded, see `funding`. From `funded` on as final blocks show it. `expired`: its time passed before the vendor could be paid */
readonly status: "pending_approval" | "approved" | "funded" | "submitted" | "completed" | "rejected" | "expired" | "failed" | "cancelled";
/** The vendor's wallet */
readonly vendorAddress: string;
/** Who was named to judge the work; null: the treasury, through its owner */
readonly assessorAddress: string | null;
/** Who judges the work */
readonly evaluatorAddress: string;
/** The merchant's treasury, which pays */
readonly treasuryAddress: string;
/** The work that is bought; the vendor sees it */
readonly description: string;
/** Integer string in the token's smallest unit: 2.50 USDC is `2500000` */
readonly amount: string;
/** The stablecoin */
readonly currency: "USDC" | "EURC";
/** The token's contract */
readonly tokenAddress: string;
/** The chain's id (EIP-155) */
readonly chainId: number;
/** The amount in US cents, rounded up, as it counts towards limits */
readonly usdCents: string;
/** Why a person has to approve it; null where the policy does */
readonly approvalReason: "above_threshold" | "vendor_day_above_threshold" | "vendor_not_approved" | "monthly_cap" | "foreign_assessor" | "no_policy" | null;
/** Whether the policy or a person approved it; null before */
readonly approvedBy: "policy" | "person" | null;
/** Who brings the money into the escrow: `agent` by itself, or the owner's wallet, which approves the agent's proposal. Null before it is approved */
readonly funding: "agent" | "awaiting_owner" | null;
/** What holds an approved job back for now, so that the agent does not propose it, or the owner's wallet is not given the call that funds it; null: nothing */
readonly proposalHold: "above_threshold" | "vendor_day_above_threshold" | "vendor_not_approved" | "monthly_cap" | "capability_disabled" | "merchant_inactive" | "screening_unavailable" | "treasury_refuses" | null;
/** What the owner's wallet may send now, in this order; empty where nothing is to be sent */
readonly instructions: readonly (WalletCall)[];
/** Days from its creation to the escrow's deadline */
readonly expiresInDays: number;
/** Until when the vendor can submit the work, and a person can approve the job */
readonly submitBy: string;
/** The escrow's deadline: without a decision the money goes back then */
readonly expiresAt: string;
/** The vendor's page, which needs no account */
readonly vendorUrl: string;
/** The treasury's id of the proposal: keccak256 of the job's id */
readonly proposalId: string;
/** Of the agent's transaction that proposed it */
readonly proposalTxHash: string | null;
/** The escrow's id of the job; null before it is funded */
readonly chainJobId: string | null;
/** The hash of the work, as the vendor submitted it */
readonly deliverable: string | null;
/** The id of its transaction, which the funding became; null before */
readonly transactionId: string | null;
/** Since when the escrow holds the money of a decided job, because the token refused the transfer; it is tried again */
readonly heldAt: string | null;
/** Of the escrow's last event about it */
readonly txHash: string | null;
/** Why it failed */
readonly failureReason: "vendor_blocked" | "proposal_refused" | "proposal_cancelled" | null;
/** When it was approved */
readonly approvedAt: string | null;
/** When the escrow got its money, at a final block */
readonly fundedAt: string | null;
/** When the work was submitted, at a final block */
readonly submittedAt: string | null;
/** When it was final */
readonly completedAt: string | null;
/** When it ended */
readonly closedAt: string | null;
/** When it was created */
readonly createdAt: string;
};

export type AgentOtherTreasury = {
/** The treasury's chain */
readonly chainId: number;
/** Where the money is */
readonly treasuryAddress: string;
/** The wallet that can withdraw */
readonly owner: string;
/** Where payments go */
readonly payoutAddress: string;
/** Each token for itself */
readonly balances: readonly (AgentTreasuryBalance)[];
};

export type AgentRecovery = {
/** Hours after the first failure in which a renewal is tried again */
readonly gracePeriodHours: 24 | 48 | 72;
/** How often it is tried again within that time */
readonly strategy: "once" | "twice" | "until_grace_ends";
/** A text for payers whose renewal failed, with placeholders such as `{{plan_name}}`, `{{amount}}` and `{{grace_ends}}`; null for the standard words alone */
readonly notificationTemplate: string | null;
};

export type AgentTreasury = {
/** The object's type */
readonly object: "agent_treasury";
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** The treasury's chain; null: the merchant is not registered */
readonly chainId: number | null;
/** Where the money for new jobs is; null: there is no treasury */
readonly treasuryAddress: string | null;
/** The wallet that can withdraw; null before registration */
readonly owner: string | null;
/** Where payments go; null before registration */
readonly payoutAddress: string | null;
/** Each token for itself */
readonly balances: readonly (AgentTreasuryBalance)[];
/** What counts towards the cap: jobs approved within 30 days */
readonly spentUsdCents: string;
/** What the treasury itself counts; null: not known */
readonly chainSpentUsdCents: string | null;
/** The stricter cap of settings and treasury; null: none */
readonly capUsdCents: string | null;
/** What a vendor may be paid within 24 hours without a person */
readonly vendorDayUsdCents: string | null;
/** Vendors with jobs of the last 24 hours */
readonly vendorDays: readonly (AgentVendorDay)[];
/** The block of the balances; null: not known */
readonly blockNumber: string | null;
/** When the chain was read; null: it did not answer */
readonly asOf: string | null;
/** Treasuries of other deployments that hold money, or may: their owner's wallet can withdraw it */
readonly otherTreasuries: readonly (AgentOtherTreasury)[];
};

export type AgentTreasuryBalance = {
/** The stablecoin */
readonly currency: "USDC" | "EURC";
/** The token's contract */
readonly tokenAddress: string;
/** What the treasury holds by the newest block; null: not known */
readonly amount: string | null;
/** What the escrow holds for jobs */
readonly escrowed: string;
};

export type AgentVendorDay = {
/** The vendor's wallet */
readonly vendorAddress: string;
/** What the vendor's jobs of the last 24 hours cost, in US cents */
readonly usdCents: string;
};

export type AnnouncedFee = {
/** The fee in hundredths of a percent */
readonly feeBps: number;
/** From when it holds */
readonly effectiveAt: string;
};

export type ApiKey = {
/** The object's id */
readonly id: string;
/** The object's type */
readonly object: "api_key";
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** `secret` for servers, `publishable` for web pages */
readonly kind: "secret" | "publishable";
/** The merchant's name for the key */
readonly name: string;
/** The permissions of the key; as a preset, `full`, `read-only` or `checkout-only` */
readonly scopes: readonly ("agents_read" | "agents_write" | "api_keys_read" | "api_keys_write" | "customers_read" | "customers_write" | "invoices_read" | "invoices_write" | "refunds_read" | "refunds_write" | "relay_read" | "relay_write" | "sessions_read" | "sessions_write" | "storefronts_read" | "storefronts_write" | "subscriptions_read" | "subscriptions_write" | "transactions_read" | "transactions_write" | "webhooks_read" | "webhooks_write")[];
/** The beginning of the key */
readonly prefix: string;
/** The last characters of the key */
readonly last4: string;
/** Only an `active` key is accepted */
readonly status: "active" | "revoked" | "expired";
/** The API version of requests with the key */
readonly apiVersion: string;
/** The origins that may use a publishable key: only `https://` in live mode; null for all */
readonly allowedOrigins: readonly (string)[] | null;
/** When it was last used, to the minute; null before */
readonly lastUsedAt: string | null;
/** When it expires; null for never */
readonly expiresAt: string | null;
/** When it was revoked */
readonly revokedAt: string | null;
/** Why it was revoked */
readonly revokedReason: "manual" | "rotated" | "leaked" | "merchant_closed" | null;
/** The id of the key that took its place */
readonly rotatedToId: string | null;
/** The public places where it was found; null if it was not found */
readonly leak: {
/** The pages, at most 20 */
readonly places: readonly ({
/** The page where it was found */
readonly url: string;
/** The type of the place, as reported by GitHub */
readonly source: string;
})[];
/** When it was reported, and revoked */
readonly reportedAt: string;
/** `waiting`: a person can reveal it; `revealed`: it is `rotatedToId`; `none`: the key was revoked before */
readonly successor: "none" | "waiting" | "revealed";
} | null;
/** When it was created */
readonly createdAt: string;
};

export type ApiKeyRequest = {
/** The object's type */
readonly object: "api_key_request";
/** The request's id */
readonly requestId: string;
/** The HTTP method */
readonly method: string;
/** The pattern of the path */
readonly route: string;
/** The status of the answer */
readonly status: number;
/** `details.reason` of a refusal */
readonly reason: string | null;
/** The client's network: /24, or /48 for IPv6 */
readonly addressPrefix: string | null;
/** The duration of the request, in milliseconds */
readonly durationMs: number;
/** When it was created */
readonly createdAt: string;
};

export type ApiKeyWithSecret = {
/** The object's id */
readonly id: string;
/** The object's type */
readonly object: "api_key";
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** `secret` for servers, `publishable` for web pages */
readonly kind: "secret" | "publishable";
/** The merchant's name for the key */
readonly name: string;
/** The permissions of the key; as a preset, `full`, `read-only` or `checkout-only` */
readonly scopes: readonly ("agents_read" | "agents_write" | "api_keys_read" | "api_keys_write" | "customers_read" | "customers_write" | "invoices_read" | "invoices_write" | "refunds_read" | "refunds_write" | "relay_read" | "relay_write" | "sessions_read" | "sessions_write" | "storefronts_read" | "storefronts_write" | "subscriptions_read" | "subscriptions_write" | "transactions_read" | "transactions_write" | "webhooks_read" | "webhooks_write")[];
/** The beginning of the key */
readonly prefix: string;
/** The last characters of the key */
readonly last4: string;
/** Only an `active` key is accepted */
readonly status: "active" | "revoked" | "expired";
/** The API version of requests with the key */
readonly apiVersion: string;
/** The origins that may use a publishable key: only `https://` in live mode; null for all */
readonly allowedOrigins: readonly (string)[] | null;
/** When it was last used, to the minute; null before */
readonly lastUsedAt: string | null;
/** When it expires; null for never */
readonly expiresAt: string | null;
/** When it was revoked */
readonly revokedAt: string | null;
/** Why it was revoked */
readonly revokedReason: "manual" | "rotated" | "leaked" | "merchant_closed" | null;
/** The id of the key that took its place */
readonly rotatedToId: string | null;
/** The public places where it was found; null if it was not found */
readonly leak: {
/** The pages, at most 20 */
readonly places: readonly ({
/** The page where it was found */
readonly url: string;
/** The type of the place, as reported by GitHub */
readonly source: string;
})[];
/** When it was reported, and revoked */
readonly reportedAt: string;
/** `waiting`: a person can reveal it; `revealed`: it is `rotatedToId`; `none`: the key was revoked before */
readonly successor: "none" | "waiting" | "revealed";
} | null;
/** When it was created */
readonly createdAt: string;
/** Shown only in this answer */
readonly secret: string | null;
/** Only in the response to a repeated request: the secret was already shown */
readonly secretStatus?: "secret_shown_once";
};

export type Attention = {
/** The object's type */
readonly object: "attention";
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** The kinds of items, with their counts */
readonly data: readonly (AttentionItem)[];
};

export type AttentionItem = {
/** The kind of issue */
readonly kind: "endpoints_failing" | "payments_held" | "renewals_at_risk" | "invoices_overdue";
/** The number of requests */
readonly count: number;
/** The id of the newest one */
readonly firstId: string;
};

export type AuditEntry = {
/** The object's id */
readonly id: string;
/** The object's type */
readonly object: "audit_entry";
/** Who acted */
readonly actorKind: "operator" | "admin" | "system" | "key" | "session";
/** The id of the person or key; for an operator, account and machine */
readonly actorName: string;
/** What was done, as `subject.verb` */
readonly action: string;
/** Whose setting it was; null if no merchant's */
readonly merchantId: string | null;
/** The mode of the setting; null if it has none */
readonly mode: "test" | "live" | null;
/** The type of what was changed */
readonly subjectType: string;
/** Its id */
readonly subjectId: string;
/** What the action changed, as it was before */
readonly before: { readonly [name: string]: unknown } | null;
/** The same afterwards */
readonly after: { readonly [name: string]: unknown } | null;
/** Why, as the person said */
readonly reason: string | null;
/** The request that did it */
readonly requestId: string;
/** The operator's command; null if it was none */
readonly command: string | null;
/** When it was created */
readonly createdAt: string;
};

export type Balance = {
/** The object's type */
readonly object: "balance";
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** The chain's id (EIP-155) */
readonly chainId: number;
/** The payout address of the mode; null without one */
readonly address: string | null;
/** By token */
readonly balances: readonly ({
/** The stablecoin */
readonly currency: "USDC" | "EURC";
/** The token's contract */
readonly tokenAddress: string;
/** The balance, in the token's smallest unit */
readonly amount: string | null;
})[];
/** The block of the settlement */
readonly blockNumber: string | null;
/** When the chain was asked */
readonly asOf: string | null;
/** Whether no node answered, and the data is the last known */
readonly stale: boolean;
};

export type BlockedRenewals = {
/** What keeps them from being charged */
readonly blocker: "insufficient_balance" | "insufficient_allowance" | "permit_expired" | "token_paused" | "address_blocked" | "subscription_paused" | "unknown" | null;
/** How many it keeps */
readonly renewals: number;
/** What those come to */
readonly amount: string;
};

export type BookDay = {
/** The day (UTC) of the blocks */
readonly day: string;
/** The chain's id (EIP-155) */
readonly chainId: number;
/** The stablecoin */
readonly currency: "USDC" | "EURC";
/** What was left at the beginning */
readonly opening: string;
/** Payments and charges, before fees */
readonly in: string;
/** The fees that the contracts kept of them */
readonly fees: string;
/** What went back to payers */
readonly refunds: string;
/** `fees` and `refunds` together */
readonly out: string;
/** What was left at the end: `opening` + `in` − `out` */
readonly closing: string;
/** How many movements there were */
readonly movements: number;
/** The block of the day's first movement */
readonly firstBlock: string;
/** The block of the day's last movement */
readonly lastBlock: string;
};

export type BookMovement = {
/** The object's id */
readonly id: string;
/** The object's type */
readonly object: "book_movement";
/** The day (UTC) of the block */
readonly date: string;
/** What moved: the transaction's `type` */
readonly kind: "payment" | "subscription_charge" | "refund" | "agent_job" | "unmatched_deposit";
/** The chain's id (EIP-155) */
readonly chainId: number;
/** The block of the settlement */
readonly blockNumber: string;
/** The block's time */
readonly blockTimestamp: string;
/** The transaction's hash */
readonly txHash: string;
/** The index of the movement's log in its block */
readonly logIndex: number;
/** The stablecoin */
readonly currency: "USDC" | "EURC";
/** The token's contract */
readonly token: string;
/** Who paid; of a refund your wallet */
readonly from: string;
/** Your payout wallet; of a refund the payer */
readonly to: string;
/** Integer string in the token's smallest unit: 2.50 USDC is `2500000` */
readonly amount: string;
/** The platform's fee, in the token's smallest unit */
readonly fee: string;
/** `amount` less `fee` */
readonly net: string;
};

export type BookTotal = {
/** The chain's id (EIP-155) */
readonly chainId: number;
/** The stablecoin */
readonly currency: "USDC" | "EURC";
/** What was left at the beginning */
readonly opening: string;
/** Payments and charges, before fees */
readonly in: string;
/** The fees that the contracts kept of them */
readonly fees: string;
/** What went back to payers */
readonly refunds: string;
/** `fees` and `refunds` together */
readonly out: string;
/** What was left at the end: `opening` + `in` − `out` */
readonly closing: string;
/** How many movements there were */
readonly movements: number;
};

export type Books = {
/** The object's type */
readonly object: "books";
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** The first day (UTC) */
readonly from: string;
/** The day (UTC) after the last one */
readonly to: string;
/** Each day with movements, by chain and currency */
readonly days: readonly (BookDay)[];
/** The whole range, by chain and currency */
readonly total: readonly (BookTotal)[];
};

export type Broadcast = {
/** The object's id */
readonly id: string;
/** The object's type */
readonly object: "broadcast";
/** The title */
readonly title: string;
/** Plain text; addresses of websites are clickable */
readonly body: string;
/** `all` active merchants, or one merchant */
readonly audience: "all" | "merchant";
/** The merchant; null for `all` */
readonly merchantId: string | null;
/** The admin user who sent it */
readonly createdBy: string;
/** Merchants that have it so far */
readonly recipients: number;
/** Emails that a mail server has taken */
readonly delivered: number;
/** Emails that could not be sent */
readonly failed: number;
/** When the last merchant had it; null before */
readonly sentAt: string | null;
/** When it was created */
readonly createdAt: string;
};

export type ChainStatus = {
/** The object's type */
readonly object: "chain_status";
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** The chain's id (EIP-155) */
readonly chainId: number;
/** The registry that numbers the merchant; what payers sign names it */
readonly registryAddress: string;
/** The merchant's id in the on-chain registry */
readonly chainMerchantId: string | null;
/** The registration's transaction; null before it is signed */
readonly txHash: string | null;
/** Why the last registration transaction waits, or has had no effect; null if nothing is wrong */
readonly failure: string | null;
/** Whether the registry has the merchant */
readonly status: "unregistered" | "registering" | "registered";
/** The steps to take first */
readonly prerequisites: readonly (Prerequisite)[];
};

export type Churn = {
/** The object's type */
readonly object: "churn";
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** The first day (UTC) */
readonly from: string;
/** The day (UTC) after the last one */
readonly to: string;
/** Each month of the range, the oldest first */
readonly months: readonly (ChurnMonth)[];
};

export type ChurnMonth = {
/** The month (UTC) */
readonly month: string;
/** Subscriptions that had started and not ended when it began */
readonly activeAtStart: number;
/** Subscriptions that started; a next term when it begins */
readonly started: number;
/** Subscriptions that were cancelled or lapsed */
readonly churned: number;
/** Churned among those active at the start. A decimal with four places; null where there was nothing to be a part of */
readonly rate: string | null;
/** How subscriptions ended */
readonly reasons: ChurnReasons;
};

export type ChurnReasons = {
/** Cancelled by the payer */
readonly cancelled_by_payer: number;
/** Cancelled by you */
readonly cancelled_by_merchant: number;
/** Cancelled by the operator of the platform */
readonly cancelled_by_operator: number;
/** The grace period ended without a charge */
readonly lapsed: number;
/** Reached the end that was agreed; not counted as churned */
readonly completed: number;
};

export type ClockMove = {
/** The duration to move the clock by */
readonly by?: string;
/** The time to move the clock to, in place of `by` */
readonly to?: string;
};

export type ComplianceHold = {
/** The object's id */
readonly id: string;
/** The object's type */
readonly object: "compliance_hold";
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** The held transaction */
readonly transactionId: string;
/** What was paid */
readonly type: "payment" | "subscription_charge" | "unmatched_deposit";
/** `refused`: the operator does not release it, and you can still refund it */
readonly status: "waiting" | "refused" | "released" | "refunded";
/** Who may release it */
readonly releasedBy: "operator" | "merchant";
/** The wallet that paid */
readonly payer: string;
/** Integer string in the token's smallest unit: 2.50 USDC is `2500000` */
readonly amount: string;
/** The stablecoin */
readonly currency: "USDC" | "EURC";
/** The payment session's id */
readonly sessionId: string | null;
/** The subscription's id */
readonly subscriptionId: string | null;
/** The last result */
readonly result: "clear" | "flagged" | "blocked" | "unavailable" | null;
/** The lists that name the wallet */
readonly matches: readonly (string)[];
/** The time of the last decision */
readonly decidedAt: string | null;
/** The reason given with the decision */
readonly reason: string | null;
/** The newest refund of it */
readonly refundId: string | null;
/** When it was created */
readonly createdAt: string;
};

export type ComplianceLog = {
/** The object's id */
readonly id: string;
/** The object's type */
readonly object: "compliance_log";
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** The wallet that was checked */
readonly subject: string;
/** The reason for the check */
readonly trigger: string;
/** The lists that were checked, in order */
readonly provider: string;
/** The hashes of the list files, or `none` */
readonly listVersion: string;
/** The result; `unavailable` if a list did not answer */
readonly result: "clear" | "flagged" | "blocked" | "unavailable";
/** The lists that name the wallet */
readonly matches: readonly (string)[];
/** The action taken: `allowed`, `held`, `refused` or `told` */
readonly action: string;
/** The object that the check was for */
readonly resourceId: string;
/** When it was created */
readonly createdAt: string;
};

export type ContactMessage = {
/** The object's id */
readonly id: string;
/** The object's type */
readonly object: "contact_message";
/** The topic */
readonly topic: "sales" | "support" | "partnership" | "security" | "other";
/** When it was created */
readonly createdAt: string;
};

export type Conversion = {
/** The object's type */
readonly object: "conversion";
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** The first day (UTC) */
readonly from: string;
/** The day (UTC) after the last one */
readonly to: string;
/** Each day of the range, the oldest first */
readonly days: readonly (ConversionDay)[];
/** The whole range */
readonly total: ConversionTotal;
};

export type ConversionBefore = {
/** Sessions that were created */
readonly created: number;
/** Of them, those that were paid */
readonly confirmed: number;
/** Paid sessions among those created. A decimal with four places; null where there was nothing to be a part of */
readonly rate: string | null;
};

export type ConversionDay = {
/** The day (UTC) on which the sessions were created */
readonly date: string;
/** Sessions that were created */
readonly created: number;
/** Of them, those that were paid, refunded later or not */
readonly confirmed: number;
/** Of them, those that expired */
readonly expired: number;
/** Of them, those that were cancelled */
readonly cancelled: number;
/** Paid sessions among those created. A decimal with four places; null where there was nothing to be a part of */
readonly rate: string | null;
};

export type ConversionSummary = {
/** Sessions that were created */
readonly created: number;
/** Of them, those that were paid */
readonly confirmed: number;
/** Paid sessions among those created. A decimal with four places; null where there was nothing to be a part of */
readonly rate: string | null;
/** In the period before */
readonly before: ConversionBefore;
};

export type ConversionTotal = {
/** Sessions that were created */
readonly created: number;
/** Of them, those that were paid, refunded later or not */
readonly confirmed: number;
/** Of them, those that expired */
readonly expired: number;
/** Of them, those that were cancelled */
readonly cancelled: number;
/** Paid sessions among those created. A decimal with four places; null where there was nothing to be a part of */
readonly rate: string | null;
};

export type CurrencyAmounts = {
/** In USDC */
readonly USDC: string;
/** In EURC */
readonly EURC: string;
};

export type Customer = {
/** The object's id */
readonly id: string;
/** The object's type */
readonly object: "customer";
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** The wallet's address */
readonly walletAddress: string;
/** The e-mail address */
readonly email: string | null;
/** The name */
readonly name: string | null;
/** The merchant's own reference, unique per mode */
readonly externalRef: string | null;
/** The merchant's own keys, and `emailHistory`: the last 20 e-mails seen */
readonly metadata: { readonly [name: string]: unknown };
/** When it was created */
readonly createdAt: string;
/** When it was last changed */
readonly updatedAt: string;
};

export type CustomerValue = {
/** The object's id */
readonly id: string;
/** The object's type */
readonly object: "customer_value";
/** The stablecoin */
readonly currency: "USDC" | "EURC";
/** Final payments and charges, less refunds */
readonly totalSpent: string;
/** The number of payments and charges */
readonly payments: number;
/** The wallet's address */
readonly walletAddress: string;
/** The e-mail address */
readonly email: string | null;
/** The name */
readonly name: string | null;
};

export type DailyVolume = {
/** The day (UTC) */
readonly day: string;
/** The stablecoin */
readonly currency: "USDC" | "EURC";
/** Integer string in the token's smallest unit */
readonly amount: string;
/** The number of payments and charges */
readonly payments: number;
};

export type DeletedWebhookEndpoint = {
/** The object's type */
readonly object: "webhook_endpoint";
/** The object's id */
readonly id: string;
/** It is deleted */
readonly deleted: true;
};

export type DigestAnomaly = {
/** The stablecoin */
readonly currency: "USDC" | "EURC";
/** The figure that is unusual */
readonly figure: "in" | "refunds";
/** The figure of the day */
readonly value: string;
/** The median of the 28 days before */
readonly median: string;
/** Their median absolute deviation, at least a tenth of the median */
readonly spread: string;
/** The modified z-score */
readonly score: string;
/** The score above which a day is told */
readonly threshold: number;
/** The same in a sentence */
readonly text: string;
};

export type DigestBlocker = {
/** What keeps it from being charged as things are, null where it would be charged: `insufficient_balance`, `insufficient_allowance`, `token_paused` and `address_blocked` as charges fail for them, after what else the payer owes earlier; `subscription_paused` while nothing is collected; `unknown` where it falls due in more than seven days, a charge of the payer is under way, or no node has answered within an hour */
readonly blocker: "insufficient_balance" | "insufficient_allowance" | "permit_expired" | "token_paused" | "address_blocked" | "subscription_paused" | "unknown" | null;
/** How many */
readonly renewals: number;
/** What they would charge */
readonly amount: string;
};

export type DigestFlow = {
/** The stablecoin */
readonly currency: "USDC" | "EURC";
/** Payments and charges, before fees */
readonly in: string;
/** Fees and refunds */
readonly out: string;
/** Fees */
readonly fees: string;
/** Refunds */
readonly refunds: string;
};

export type DigestOutlook = {
/** For how many days */
readonly days: number;
/** Whether all were looked at */
readonly complete: boolean;
/** Each currency for itself */
readonly currencies: readonly (DigestRenewals)[];
};

export type DigestRenewals = {
/** The stablecoin */
readonly currency: "USDC" | "EURC";
/** How many fall due */
readonly renewals: number;
/** What they charge */
readonly amount: string;
/** The same, by what would keep them from being charged */
readonly byBlocker: readonly (DigestBlocker)[];
};

export type DigestRunway = {
/** What the payout wallet holds, in US cents, a euro counted by `EUR_USD_RATE`; null: not known */
readonly liquidCents: string | null;
/** The reserve, in US cents */
readonly reserveCents: string;
/** Whether the wallet holds less than the reserve */
readonly isBelow: boolean;
/** Days until the reserve is reached at the pace of 28 days; null: no more goes out than comes in, or it is not known */
readonly days: number | null;
};

export type Event = {
/** The object's id */
readonly id: string;
/** The object's type */
readonly object: "event";
/** The event's type */
readonly type: "payment.created" | "payment.seen" | "payment.completed" | "payment.failed" | "payment.reverted" | "subscription.created" | "subscription.charged" | "subscription.charge_failed" | "subscription.recovery_attempt" | "subscription.recovery_outcome" | "subscription.cancelled" | "subscription.lapsed" | "refund.created" | "refund.completed" | "refund.failed" | "invoice.created" | "invoice.sent" | "invoice.paid" | "invoice.overdue" | "agent.action_executed" | "agent.job_proposed" | "agent.job_completed" | "agent.job_disputed" | "compliance.wallet_flagged" | "compliance.wallet_blocked" | "webhook.test";
/** The interface version of its content */
readonly apiVersion: string;
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** When it was created */
readonly createdAt: string;
/** When it happened; the same as `createdAt` */
readonly timestamp: string;
/** The event's number among the events of its object: 1, 2, 3, … */
readonly sequence: number;
/** 1, 2, 3, … without gap per merchant and mode, and never changed. Null for the moment until it is given; webhooks always have it */
readonly position: number | null;
/** The object that the event is about */
readonly resource: {
/** The event's type */
readonly type: string;
/** The object's id */
readonly id: string;
};
/** The event's data */
readonly data: {
/** The object's type */
readonly object: { readonly [name: string]: unknown };
};
};

export type FinalRecord = {
/** The wallet that may change where payments go */
readonly owner: string;
/** The wallet that payments go to */
readonly payoutAddress: string;
};

export type Forecast = {
/** The object's type */
readonly object: "forecast";
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** The number of past days that the forecast uses */
readonly basisDays: number;
/** Whether there are fewer than 14 such days */
readonly insufficientData: boolean;
/** The next 30, 60 and 90 days, today included */
readonly horizons: readonly (ForecastHorizon)[];
/** How well the line fits (R²), by currency */
readonly r2: ForecastFit;
/** The renewals of the next seven days */
readonly scheduled: ScheduledRenewals;
/** What was expected earlier, and what was taken */
readonly accuracy: readonly (ForecastAccuracy)[];
};

export type ForecastAccuracy = {
/** For how many days it was expected */
readonly days: number;
/** The stablecoin */
readonly currency: "USDC" | "EURC";
/** The first of those days (UTC) */
readonly from: string;
/** What was expected */
readonly expected: string;
/** What was taken */
readonly actual: string;
/** What was taken of what was expected. A decimal with four places; null where there was nothing to be a part of */
readonly rate: string | null;
};

export type ForecastFit = {
/** 0 to 1, a decimal with four places; null where days do not vary */
readonly USDC: string | null;
/** 0 to 1, a decimal with four places; null where days do not vary */
readonly EURC: string | null;
};

export type ForecastHorizon = {
/** The number of days */
readonly days: number;
/** The expected amount in USDC */
readonly USDC: string;
/** The expected amount in EURC */
readonly EURC: string;
/** One outcome of ten is below it */
readonly low: CurrencyAmounts;
/** One outcome of ten is above it */
readonly high: CurrencyAmounts;
};

export type InspectedWebhook = {
/** The object's id */
readonly id: string;
/** The object's type */
readonly object: "inspected_webhook";
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** The endpoint whose secret it is signed with */
readonly endpointId: string | null;
/** The result of verifying the signature: `valid`; `missing` headers; `mismatch` with the secret; `too_old`: not of the last five minutes; `no_endpoint` has this URL */
readonly signature: "valid" | "missing" | "mismatch" | "too_old" | "no_endpoint";
/** The webhook's headers */
readonly headers: { readonly [name: string]: string };
/** The body, byte for byte */
readonly body: string;
/** When it was created */
readonly createdAt: string;
};

export type Invoice = {
/** The object's id */
readonly id: string;
/** The object's type */
readonly object: "invoice";
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** The merchant's id */
readonly merchantId: string;
/** Its label: numbers rise by one per mode, and none is left out */
readonly number: string;
/** `draft`: only the merchant sees it; `sent` and `overdue`: it can be paid; `paid` and `void` are ends */
readonly status: "draft" | "sent" | "overdue" | "paid" | "void";
/** The stablecoin */
readonly currency: "USDC" | "EURC";
/** The sum of the lines, before tax */
readonly subtotal: string;
/** The sum of the taxes */
readonly taxTotal: string;
/** The amount due: `subtotal` plus `taxTotal` */
readonly total: string;
/** How the tax is rounded: `cent`, by category and rate, half up to the cent (EN 16931), the default; `token`, together, to the token's smallest unit */
readonly rounding: "cent" | "token";
/** Whose calendar the invoice's dates are of (IANA): the merchant's when it was made */
readonly timeZone: string;
/** The tax by category and rate; the parts add up to `taxTotal` exactly */
readonly taxBreakdown: readonly ({
/** The tax category (EN 16931) */
readonly category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O";
/** Hundredths of a percent: 19 % is 1900 */
readonly rate: number;
/** The sum of the lines of this category and rate */
readonly taxableAmount: string;
/** Their tax */
readonly taxAmount: string;
/** A text of the merchant's below the lines */
readonly note: string | null;
})[];
/** The line items, 1 to 100 */
readonly lineItems: readonly ({
/** The item's description */
readonly description: string;
/** The quantity, 1 to 10,000 */
readonly quantity: number;
/** The price of one, in the token's smallest unit */
readonly unitAmount: string;
/** Integer string */
readonly amount: string;
/** The unit of the quantity */
readonly unit: string | null;
/** The rate in hundredths of a percent: 19 % is 1900. Category `S` requires a rate; for the others it is 0 */
readonly taxRate: number | null;
/** The tax category of the line (EN 16931); omitted if no tax is shown */
readonly taxCategory: "S" | "Z" | "E" | "AE" | "K" | "G" | "O" | null;
})[];
/** The payment session's id */
readonly sessionId: string;
/** The chain's id (EIP-155) */
readonly chainId: number;
/** The page where the customer reads and pays the invoice; null for a draft */
readonly hostedUrl: string | null;
/** The customer's name */
readonly customerName: string | null;
/** The customer's email address */
readonly customerEmail: string | null;
/** A text of the merchant's below the lines */
readonly note: string | null;
/** The seller, as printed on the invoice */
readonly seller: {
/** The full name */
readonly legalName: string;
/** The postal address */
readonly address?: {
/** Street and number */
readonly line1?: string;
/** Further address details */
readonly line2?: string;
/** The city */
readonly city?: string;
/** State or province */
readonly region?: string;
/** The postal code */
readonly postalCode?: string;
/** The country (ISO 3166-1) */
readonly country: string;
};
/** The VAT number, with its country's letters */
readonly vatId?: string;
/** A further number, such as one of a register */
readonly reference?: string;
/** Who answers questions: XRechnung asks for the seller's name, phone and email */
readonly contact?: {
/** The name of a person or a department */
readonly name: string;
/** The phone number; visible only to the platform */
readonly phone?: string;
/** An email address */
readonly email?: string;
};
/** Where electronic invoices are received or sent from (EN 16931) */
readonly electronicAddress?: {
/** The scheme of the address (EAS): `EM` email, `9930` German VAT number */
readonly scheme: string;
/** The address in that scheme */
readonly id: string;
};
} | null;
/** The buyer, as printed on the invoice */
readonly buyer: {
/** The full name */
readonly legalName: string;
/** The postal address */
readonly address?: {
/** Street and number */
readonly line1?: string;
/** Further address details */
readonly line2?: string;
/** The city */
readonly city?: string;
/** State or province */
readonly region?: string;
/** The postal code */
readonly postalCode?: string;
/** The country (ISO 3166-1) */
readonly country: string;
};
/** The VAT number, with its country's letters */
readonly vatId?: string;
/** A further number, such as one of a register */
readonly reference?: string;
/** Who answers questions: XRechnung asks for the seller's name, phone and email */
readonly contact?: {
/** The name of a person or a department */
readonly name: string;
/** The phone number; visible only to the platform */
readonly phone?: string;
/** An email address */
readonly email?: string;
};
/** Where electronic invoices are received or sent from (EN 16931) */
readonly electronicAddress?: {
/** The scheme of the address (EAS): `EM` email, `9930` German VAT number */
readonly scheme: string;
/** The address in that scheme */
readonly id: string;
};
} | null;
/** The date of delivery or service */
readonly serviceDate: string | null;
/** The buyer's own reference, such as an order number */
readonly buyerReference: string | null;
/** The outcome of the last email to the customer; null before the first */
readonly lastEmail: {
/** `draft`: only the merchant sees it; `sent` and `overdue`: it can be paid; `paid` and `void` are ends */
readonly status: "queued" | "sent" | "refused" | "failed" | "withheld" | "cancelled";
/** Why there was no answer */
readonly error: string | null;
/** When that email was sent */
readonly at: string;
} | null;
/** When it is due; it can be paid for 30 days more */
readonly dueAt: string;
/** When it was sent; null before */
readonly sentAt: string | null;
/** When it became overdue; null before */
readonly overdueAt: string | null;
/** When it was paid; null before */
readonly paidAt: string | null;
/** When it was voided; null before */
readonly voidedAt: string | null;
/** When it was created */
readonly createdAt: string;
};

export type ListPage = {
/** The object's type */
readonly object: "list";
/** Whether there is a further page */
readonly hasMore: boolean;
/** The `cursor` of the next page; null on the last */
readonly nextCursor: string | null;
/** The list's path */
readonly url: string;
};

export type ListedEvent = {
/** The object's id */
readonly id: string;
/** The object's type */
readonly object: "event";
/** Its kind */
readonly type: "payment.created" | "payment.seen" | "payment.completed" | "payment.failed" | "payment.reverted" | "subscription.created" | "subscription.charged" | "subscription.charge_failed" | "subscription.recovery_attempt" | "subscription.recovery_outcome" | "subscription.cancelled" | "subscription.lapsed" | "refund.created" | "refund.completed" | "refund.failed" | "invoice.created" | "invoice.sent" | "invoice.paid" | "invoice.overdue" | "agent.action_executed" | "agent.job_proposed" | "agent.job_completed" | "agent.job_disputed" | "compliance.wallet_flagged" | "compliance.wallet_blocked" | "webhook.test";
/** The interface version of its content */
readonly apiVersion: string;
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** When it was created */
readonly createdAt: string;
/** When it happened; the same as `createdAt` */
readonly timestamp: string;
/** The event's number among the events of its object: 1, 2, 3, … */
readonly sequence: number;
/** 1, 2, 3, … without gap per merchant and mode, and never changed. Null for the moment until it is given; webhooks always have it */
readonly position: number | null;
/** The object that the event is about */
readonly resource: {
/** Its kind */
readonly type: string;
/** The object's id */
readonly id: string;
};
/** Left out where the key may not read the resource */
readonly data?: {
/** The object's type */
readonly object: { readonly [name: string]: unknown };
};
};

export type LiveModeEligibility = {
/** The object's type */
readonly object: "live_mode_eligibility";
/** Whether live keys may be made */
readonly eligible: boolean;
/** The requirements for live mode, and whether each is met */
readonly checks: {
/** Whether the identity provider has verified the email address */
readonly emailVerified: boolean;
/** Whether the account has a second factor */
readonly twoFactorEnabled: boolean;
/** Whether the business details are complete */
readonly onboardingComplete: boolean;
/** Whether the account is neither suspended nor closed */
readonly merchantActive: boolean;
};
/** The requirements that are not met */
readonly reasons: readonly (Prerequisite)[];
};

export type LiveRegistration = {
/** Whether the registry has the merchant */
readonly status: "unregistered" | "registering" | "registered";
/** The steps to take first */
readonly prerequisites: readonly (Prerequisite)[];
};

export type LoggedRequest = {
/** The object's id */
readonly id: string;
/** The object's type */
readonly object: "request";
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** The API key's id */
readonly apiKeyId: string;
/** The HTTP method */
readonly method: string;
/** The pattern of the path */
readonly route: string;
/** The status of the answer */
readonly status: number;
/** `details.reason` of a refusal */
readonly reason: string | null;
/** The client's network: /24, or /48 for IPv6 */
readonly addressPrefix: string | null;
/** The duration of the request, in milliseconds */
readonly durationMs: number;
/** When it was created */
readonly createdAt: string;
};

export type Merchant = {
/** The object's id */
readonly id: string;
/** The object's type */
readonly object: "merchant";
/** The merchant's name as payers see it */
readonly businessName: string;
/** The sector of the business */
readonly businessSector: string | null;
/** Its country (ISO 3166-1) */
readonly countryCode: string | null;
/** Its website */
readonly websiteUrl: string | null;
/** The merchant's logo */
readonly logoUrl: string | null;
/** The status of the logo: `pending` until it is fetched, `image_unreachable` if the URL returned no file, `image_invalid` if the file is not a picture, both retried for two days; null without a logo */
readonly logoStatus: "pending" | "ok" | "image_unreachable" | "image_invalid" | null;
/** The email address for payers' questions */
readonly supportEmail: string | null;
/** Whose calendar the dates of invoices and emails are of (IANA); `UTC` by default */
readonly timeZone: string;
/** The wallet that payments go to */
readonly payoutAddress: string | null;
/** The default currency */
readonly defaultCurrency: "USDC" | "EURC";
/** The e-mail address */
readonly email: string | null;
/** The email notifications of the merchant */
readonly emailPrefs: {
/** An email for each payment, once it is final */
readonly paymentReceived: boolean;
/** An email for each subscription charge, once it is final */
readonly subscriptionCharged: boolean;
};
/** The pricing tier, which sets the fee */
readonly tier: "free" | "growth" | "business" | "enterprise";
/** The status */
readonly status: "active" | "suspended" | "closed";
/** The merchant's own keys and values */
readonly metadata: { readonly [name: string]: unknown };
/** When it was created */
readonly createdAt: string;
/** When it was last changed */
readonly updatedAt: string;
};

export type MerchantCard = {
/** The object's type */
readonly object: "merchant_card";
/** The object's id */
readonly id: string;
/** The merchant's name as payers see it */
readonly businessName: string;
/** The merchant's logo */
readonly logoUrl: string | null;
/** The wallet's address */
readonly walletAddress: string | null;
};

export type MerchantMembership = {
/** The object's id */
readonly id: string;
/** The object's type */
readonly object: "merchant_membership";
/** The merchant's name as payers see it */
readonly businessName: string;
/** The merchant's logo */
readonly logoUrl: string | null;
/** The status */
readonly status: "active" | "suspended" | "closed";
/** The person's role */
readonly role: "owner";
/** Whether requests without `Stipend-Merchant` act for it */
readonly isDefault: boolean;
/** When it was created */
readonly createdAt: string;
};

export type Mrr = {
/** The object's type */
readonly object: "mrr";
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** Each currency for itself */
readonly currencies: readonly (RecurringRevenue)[];
};

export type NewCustomers = {
/** Those of the period */
readonly count: number;
/** Those of the period before */
readonly before: number;
};

export type Notification = {
/** The object's id */
readonly id: string;
/** The object's type */
readonly object: "notification";
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** The event's type */
readonly type: "payment.completed" | "payment.reverted" | "subscription.created" | "subscription.charged" | "subscription.charge_failed" | "subscription.cancelled" | "subscription.lapsed" | "refund.completed" | "refund.failed" | "invoice.overdue" | "compliance.wallet_blocked" | "compliance.wallet_flagged" | "invoice.undelivered" | "broadcast";
/** A short title */
readonly title: string;
/** The amount, and the description where there is one */
readonly body: string;
/** The object that it is about */
readonly resource: NotificationResource;
/** In the currency's smallest unit; null where there is none */
readonly amount: string | null;
/** The amount's currency; null where there is none */
readonly currency: "USDC" | "EURC" | null;
/** When it was created */
readonly createdAt: string;
/** Whether it counts as read */
readonly read: boolean;
};

export type NotificationPreference = {
/** The kind of notification */
readonly kind: "payment.completed" | "payment.reverted" | "subscription.created" | "subscription.charged" | "subscription.charge_failed" | "subscription.cancelled" | "subscription.lapsed" | "refund.completed" | "refund.failed" | "invoice.overdue" | "compliance.wallet_blocked" | "compliance.wallet_flagged" | "invoice.undelivered" | "compliance.hold_decided" | "refund.waiting" | "product.sold_out" | "webhook_endpoint.failing" | "webhook_endpoint.disabled";
/** Where the person wants it */
readonly value: "bell" | "mail" | "both" | "none";
/** The values that it can have */
readonly choices: readonly ("bell" | "mail" | "both" | "none")[];
};

export type NotificationPreferences = {
/** The object's type */
readonly object: "notification_preferences";
/** The address that emails go to; null if it is not the person's, or there is none */
readonly email: string | null;
/** The kinds that the person can choose about */
readonly data: readonly (NotificationPreference)[];
};

export type NotificationResource = {
/** The object's type */
readonly type: string;
/** The object's id */
readonly id: string;
};

export type Notifications = {
/** The object's type */
readonly object: "list";
/** The newest notifications, newest first */
readonly data: readonly (Notification)[];
/** Whether there is a further page */
readonly hasMore: boolean;
/** The `cursor` of the next page; null on the last */
readonly nextCursor: string | null;
/** The list's path */
readonly url: string;
/** The number of unread notifications in this mode; 100 means 100 or more */
readonly unreadCount: number;
/** The time up to which notifications count as read; null before the first time */
readonly notificationsLastReadAt: string | null;
};

export type NotificationsRead = {
/** The object's type */
readonly object: "notifications_read";
/** The number of unread notifications in this mode; 100 means 100 or more */
readonly unreadCount: number;
/** The time up to which notifications count as read; null before the first time */
readonly notificationsLastReadAt: string | null;
};

export type OnboardedMerchant = {
/** The object's id */
readonly id: string;
/** The object's type */
readonly object: "merchant";
/** The merchant's name as payers see it */
readonly businessName: string;
/** The sector of the business */
readonly businessSector: string | null;
/** Its country (ISO 3166-1) */
readonly countryCode: string | null;
/** Its website */
readonly websiteUrl: string | null;
/** The merchant's logo */
readonly logoUrl: string | null;
/** The status of the logo: `pending` until it is fetched, `image_unreachable` if the URL returned no file, `image_invalid` if the file is not a picture, both retried for two days; null without a logo */
readonly logoStatus: "pending" | "ok" | "image_unreachable" | "image_invalid" | null;
/** The email address for payers' questions */
readonly supportEmail: string | null;
/** Whose calendar the dates of invoices and emails are of (IANA); `UTC` by default */
readonly timeZone: string;
/** The wallet that payments go to */
readonly payoutAddress: string | null;
/** The default currency */
readonly defaultCurrency: "USDC" | "EURC";
/** The e-mail address */
readonly email: string | null;
/** The email notifications of the merchant */
readonly emailPrefs: {
/** An email for each payment, once it is final */
readonly paymentReceived: boolean;
/** An email for each subscription charge, once it is final */
readonly subscriptionCharged: boolean;
};
/** The pricing tier, which sets the fee */
readonly tier: "free" | "growth" | "business" | "enterprise";
/** The status */
readonly status: "active" | "suspended" | "closed";
/** The merchant's own keys and values */
readonly metadata: { readonly [name: string]: unknown };
/** When it was created */
readonly createdAt: string;
/** When it was last changed */
readonly updatedAt: string;
/** The progress of the live registration */
readonly registration: LiveRegistration;
};

export type OnchainState = {
/** The object's type */
readonly object: "onchain_state";
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** The chain's id (EIP-155) */
readonly chainId: number;
/** The registry that numbers the merchant; what payers sign names it */
readonly registryAddress: string;
/** The merchant's id in the on-chain registry */
readonly chainMerchantId: string | null;
/** The fee in hundredths of a percent */
readonly feeBps: number | null;
/** The fee to come, in hundredths of a percent; null without one */
readonly nextFeeBps: number | null;
/** From when the fee to come is in force; null without one, and while its transaction is being sent */
readonly feeEffectiveAt: string | null;
/** The registry's record; null before the merchant is registered */
readonly record: RegistryRecord | null;
/** The record as of the last final block, which Stipend uses */
readonly final: FinalRecord | null;
/** The calls that end a pending ownership transfer */
readonly calls: OwnershipCalls;
/** Whether no node answered, and the data is the last known */
readonly stale: boolean;
/** The steps to take first */
readonly prerequisites: readonly (Prerequisite)[];
};

export type OwnershipCalls = {
/** The pending owner's wallet sends it; null without one */
readonly acceptOwnership: WalletCall | null;
/** The owner's wallet sends it; null without a pending owner */
readonly cancelOwnershipTransfer: WalletCall | null;
};

export type OwnershipTransfer = {
/** The object's type */
readonly object: "ownership_transfer";
/** The wallets have to send it */
readonly status: "awaiting_wallet";
/** The current owner */
readonly owner: string;
/** The new owner */
readonly newOwner: string;
/** The owner's wallet sends it first */
readonly start: WalletCall;
/** The new owner's wallet sends it afterwards, and owns the record from that block on */
readonly accept: WalletCall;
/** The owner's wallet may send it until the new owner accepts */
readonly cancel: WalletCall;
};

export type PaymentLink = {
/** The object's id */
readonly id: string;
/** The object's type */
readonly object: "payment_link";
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** The merchant's id */
readonly merchantId: string;
/** What is sold, where it is no product */
readonly name: string;
/** The page on which it is paid */
readonly url: string;
/** The product; null for an amount of its own */
readonly productId: string | null;
/** What is paid; null with a product, or where the payer chooses */
readonly amount: string | null;
/** The least that the payer may choose; null where the price is fixed */
readonly minAmount: string | null;
/** The most that the payer may choose; null where the price is fixed */
readonly maxAmount: string | null;
/** The stablecoin; null with a product, which has its own */
readonly currency: "USDC" | "EURC" | null;
/** How many pieces may be bought at once, 1 to 99 */
readonly maxQuantity: number;
/** Whether the page asks for an e-mail address */
readonly email: "none" | "optional" | "required";
/** What else the page asks for, at most three */
readonly fields: readonly ({
/** Under which the answer stands in the session's `metadata` */
readonly key: string;
/** What the page asks for */
readonly label: string;
/** Whether the payer must answer */
readonly required: boolean;
})[];
/** Where the receipt's link leads the payer: https, or http on this machine in test mode. `{SESSION_ID}` behind the host becomes the session's id, else `session_id` is appended. Never a proof of payment */
readonly successUrl: string | null;
/** Whether it can be paid */
readonly active: boolean;
/** How many of its payment sessions were paid, and to how many subscriptions that were charged it has led */
readonly timesPaid: number;
/** When it was created */
readonly createdAt: string;
/** When it was last changed */
readonly updatedAt: string;
};

export type PaymentLinkCheckout = {
/** The object's type */
readonly object: "payment_link_checkout";
/** The page to go on with */
readonly url: string;
/** The payment session; null for a subscription */
readonly sessionId: string | null;
/** The plan to subscribe to; null for what is sold once */
readonly planId: string | null;
/** Until when the page can be used */
readonly expiresAt: string;
};

export type PaymentSession = {
/** The object's id */
readonly id: string;
/** The object's type */
readonly object: "payment_session";
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** The merchant's id */
readonly merchantId: string;
/** Integer string in the token's smallest unit: 2.50 USDC is `2500000` */
readonly amount: string;
/** The stablecoin */
readonly currency: "USDC" | "EURC";
/** `pending`: it can be paid; `confirmed`: its payment is final, or as settled as the merchant's confirmation policy asks for; `refunded`, `cancelled` and `expired` are ends; `created`: not open yet */
readonly status: "created" | "pending" | "confirmed" | "expired" | "cancelled" | "refunded";
/** The merchant's description; payers see the description of a session */
readonly description: string | null;
/** The hosted page on which it is paid */
readonly checkoutUrl: string;
/** Where the receipt's link leads the payer: https, or http on this machine in test mode. `{SESSION_ID}` behind the host becomes the session's id, else `session_id` is appended. Never a proof of payment */
readonly successUrl: string | null;
/** Where the payer goes back to without paying; `{SESSION_ID}` behind the host becomes the session's id */
readonly cancelUrl: string | null;
/** The keccak-256 of the session's id, which ties a payment to it */
readonly ref: string;
/** The chain's id (EIP-155) */
readonly chainId: number;
/** The contract that settles payments */
readonly processorAddress: string;
/** The registry that numbers the merchant; what payers sign names it */
readonly registryAddress: string;
/** The number of payer signatures that the contract requires: of the authorization and the payment intent (2), or of an authorization whose nonce is the digest of `PaymentTerms` (1) */
readonly signatures: readonly (1 | 2)[];
/** The token's contract */
readonly tokenAddress: string;
/** The merchant's id in the on-chain registry */
readonly chainMerchantId: string;
/** The customer's id */
readonly customerId: string | null;
/** The id of the invoice that it belongs to; null without one */
readonly invoiceId: string | null;
/** The id of the transaction that settled it */
readonly transactionId: string | null;
/** The payment on its way, null without one. `submitted`: relayed, not mined; `seen`: mined, not final; `final`: it can no longer leave the chain */
readonly payment: {
/** The progress of the payment */
readonly state: "submitted" | "seen" | "final";
/** The degree of finality: `seen` in a block, `safe` in one that the chain hardly takes back, `final`; null until it is mined */
readonly stage: "seen" | "safe" | "final" | null;
/** The transaction's hash */
readonly txHash: string | null;
/** When the payment was seen in a block */
readonly seenAt: string | null;
/** When it is expected to be final */
readonly expectedFinalAt: string | null;
} | null;
/** Only where screening holds a payment of the session, or you return it: the money is in your wallet, and the session is not paid */
readonly hold?: {
/** The id of the transaction that is held */
readonly transactionId: string;
/** The compliance hold's status */
readonly status: "waiting" | "refused" | "released" | "refunded";
};
/** The refunded amount, in the token's smallest unit */
readonly amountRefunded: string;
/** The amount that can still be refunded, in the token's smallest unit */
readonly amountRefundable: string;
/** The merchant's own keys; empty in responses to payers */
readonly metadata: { readonly [name: string]: unknown };
/** `api` with a secret key, `publishable` with a publishable one, `dashboard` by a person, `invoice` with an invoice, `storefront` in a shop, `payment_link` by a payment link */
readonly createdVia: string;
/** The time until which it can be paid: 30 minutes to 24 hours ahead, 24 hours by default; an invoice's session until 30 days after it is due */
readonly expiresAt: string;
/** When its payment became final; null before */
readonly confirmedAt: string | null;
/** When it was created */
readonly createdAt: string;
};

export type PaymentSigning = {
/** The object's type */
readonly object: "payment_signing";
/** The payment session's id */
readonly sessionId: string;
/** The payer's wallet */
readonly payer: string;
/** How many messages the payment takes */
readonly form: "one_signature" | "two_signatures";
/** The messages to sign, in any order */
readonly messages: readonly ({
/** The blank of `relay.body` for the signature */
readonly fills: "authSignature" | "intentSignature";
/** What the signature allows, in words */
readonly meaning: string;
/** What is signed (EIP-712), as `eth_signTypedData_v4` takes it */
readonly typedData: TypedData;
})[];
/** With one signature: its EIP-712 digest is the nonce. No wallet signs it */
readonly terms: TypedData | null;
/** The request that relays what was signed, with a key that has `relay_write` */
readonly relay: {
/** The method of the relay's endpoint */
readonly method: "POST";
/** The path of the relay's endpoint */
readonly path: "/v1/relay/payments";
/** The body to send once its blanks are filled */
readonly body: {
/** The client's name for the submission: it is made once */
readonly idempotencyKey: string;
/** The payment session's id */
readonly sessionId: string;
/** The merchant's id in the on-chain registry */
readonly merchantId: string;
/** The token's contract */
readonly token: string;
/** The payer's EIP-3009 authorization, as it was signed */
readonly auth: {
/** The payer's wallet */
readonly from: string;
/** Integer string */
readonly amount: string;
/** From when the authorization holds, in seconds since 1970 */
readonly validAfter: string;
/** Until when the authorization holds, in seconds since 1970 */
readonly validBefore: string;
/** The authorization's nonce */
readonly nonce: string;
};
/** The keccak-256 of the session's id, which ties a payment to it */
readonly ref: string;
/** With one signature: the `salt` of `PaymentTerms`, whose EIP-712 digest is `auth.nonce`; below 2^96 */
readonly salt?: string;
/** A blank: the signature of the message that `fills` it */
readonly authSignature: null;
/** A blank: the signature of the message that `fills` it */
readonly intentSignature?: null;
};
/** The fields of `body` that take the signatures */
readonly blanks: readonly ("authSignature" | "intentSignature")[];
};
/** Until when the network takes what is signed */
readonly signBefore: string;
};

export type PayoutRotation = {
/** The owner's wallet has to send it */
readonly status: "awaiting_wallet";
/** The transaction that the owner's wallet sends */
readonly instructions: WalletCall;
};

export type PeriodBefore = {
/** The first day (UTC) */
readonly from: string;
/** The day (UTC) after the last one */
readonly to: string;
};

export type PlanRevenue = {
/** Null for terms that no plan has */
readonly planId: string | null;
/** Of the plan's active subscriptions */
readonly mrr: string;
/** The number of the plan's active subscriptions */
readonly activeSubscriptions: number;
};

export type PlanSubscription = {
/** The object's type */
readonly object: "plan_subscription";
/** Whether the wallet has a subscription that has not ended */
readonly subscribed: boolean;
/** The subscription that has not ended, otherwise the last one; null without any */
readonly subscription: {
/** The object's id */
readonly id: string;
/** The status */
readonly status: "pending" | "trialing" | "active" | "past_due" | "lapsed" | "completed" | "cancelled";
/** When the next charge falls due; null where none will */
readonly nextChargeAt: string | null;
/** The end of the last period that was paid; null before the first charge */
readonly paidUntil: string | null;
} | null;
};

export type Prerequisite = {
/** The requirement */
readonly code: string;
/** The step to take */
readonly message: string;
/** The action that resolves it */
readonly action: {
/** The label of the action */
readonly label: string;
/** The page of the dashboard */
readonly href: string;
};
/** The fields that are missing */
readonly missing?: readonly (string)[];
};

export type Product = {
/** The object's id */
readonly id: string;
/** The object's type */
readonly object: "product";
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** The merchant's id */
readonly merchantId: string;
/** What it is called */
readonly name: string;
/** What buyers read about it */
readonly description: string | null;
/** The picture's address, as it was given; shops show a copy of ours */
readonly imageUrl: string | null;
/** What has become of the picture: see `logoStatus` of a merchant; null without one */
readonly imageStatus: "pending" | "ok" | "image_unreachable" | "image_invalid" | null;
/** Of one piece, or of one period, in the token's smallest unit */
readonly price: string;
/** The stablecoin */
readonly currency: "USDC" | "EURC";
/** `one_time`: sold once for the price; `subscription`: charged at intervals */
readonly type: "one_time" | "subscription";
/** How often a subscription is charged; null where it is sold once */
readonly interval: "daily" | "weekly" | "monthly" | "quarterly" | "yearly" | null;
/** How many intervals there are between two charges; null where it is sold once */
readonly intervalCount: number | null;
/** Pieces that are there, with those of open checkouts; null: not counted */
readonly stock: number | null;
/** Pieces that can be bought now: `stock` less those of open checkouts; of a subscription 0 or null */
readonly available: number | null;
/** Pieces that were paid for when none was left: deliver them later, or refund */
readonly oversold: number;
/** Whether it is on sale */
readonly isActive: boolean;
/** Whether it is sold: it is active, and so is the plan of a subscription */
readonly onSale: boolean;
/** Its place in the shop, lowest first; then the older one first */
readonly sortOrder: number;
/** The plan that a subscription sells now; null where it is sold once */
readonly planId: string | null;
/** When it was archived, for good; null before */
readonly archivedAt: string | null;
/** When it was created */
readonly createdAt: string;
/** When it was last changed */
readonly updatedAt: string;
};

export type PublicPaymentLink = {
/** The object's id */
readonly id: string;
/** The object's type */
readonly object: "public_payment_link";
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** The merchant's id */
readonly merchantId: string;
/** What is sold */
readonly name: string;
/** The product; null for an amount of its own */
readonly product: StoreProduct | null;
/** What is paid; null with a product, or where the payer chooses */
readonly amount: string | null;
/** The least that the payer may choose; null where the price is fixed */
readonly minAmount: string | null;
/** The most that the payer may choose; null where the price is fixed */
readonly maxAmount: string | null;
/** The stablecoin; null with a product, which has its own */
readonly currency: "USDC" | "EURC" | null;
/** How many pieces may be bought at once, 1 to 99 */
readonly maxQuantity: number;
/** Whether the page asks for an e-mail address */
readonly email: "none" | "optional" | "required";
/** What else the page asks for, at most three */
readonly fields: readonly ({
/** Under which the answer stands in the session's `metadata` */
readonly key: string;
/** What the page asks for */
readonly label: string;
/** Whether the payer must answer */
readonly required: boolean;
})[];
/** Why nothing can be paid now, as a reason; null where it can */
readonly closedBy: "link_inactive" | "not_on_sale" | "out_of_stock" | "merchant_suspended" | "merchant_closed" | null;
};

export type RecurringRevenue = {
/** The stablecoin */
readonly currency: "USDC" | "EURC";
/** Of active subscriptions */
readonly mrr: string;
/** Of subscriptions in their trial, not in `mrr`; a next term that has not begun is in neither */
readonly trialing: string;
/** Of subscriptions that are past due, not in `mrr` */
readonly pastDue: string;
/** The part of `mrr` whose collection is paused */
readonly paused: string;
/** The number of active subscriptions */
readonly activeSubscriptions: number;
/** The 100 plans with the highest `mrr`, the highest first */
readonly byPlan: readonly (PlanRevenue)[];
};

export type Refund = {
/** The object's id */
readonly id: string;
/** The object's type */
readonly object: "refund";
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** The id of the transaction that is refunded */
readonly transactionId: string;
/** The payment session's id */
readonly sessionId: string | null;
/** The customer's id */
readonly customerId: string | null;
/** The requested amount; once completed, the returned amount */
readonly amount: string;
/** The stablecoin */
readonly currency: "USDC" | "EURC";
/** `pending`: waits for the merchant's wallet; `submitted`: a hash is recorded, or the relay sends the merchant's signature; `completed`: final on the chain; `failed` and `cancelled` are ends, after which the chain may still complete it */
readonly status: "pending" | "submitted" | "completed" | "failed" | "cancelled";
/** Null if the merchant gave none */
readonly reason: "customer_request" | "product_issue" | "duplicate_charge" | "fraudulent" | "other" | null;
/** The merchant's note, hidden from payers */
readonly note: string | null;
/** `chain`: the merchant's wallet refunded without asking the API. `late_charge`: prepared because a charge came after its subscription had ended or was paused */
readonly origin: "api" | "chain" | "late_charge";
/** The payer's wallet */
readonly payer: string;
/** The chain's id (EIP-155) */
readonly chainId: number;
/** The token's contract */
readonly tokenAddress: string;
/** keccak256 of the id, which the contract's event carries; of a refund that the contract made after a plain transfer, the keccak256 of what that carries */
readonly refundRef: string;
/** As the merchant recorded it, or the relay's once it is sent */
readonly refundTxHash: string | null;
/** Of the transaction that returned the money */
readonly txHash: string | null;
/** The transaction of type `refund` that it became */
readonly refundTransactionId: string | null;
/** Why the recorded transaction does not complete it, or why the signature can never be executed */
readonly failureReason: "transaction_reverted" | "no_transfer" | "sender_mismatch" | "amount_mismatch" | "before_creation" | "transfer_used" | "other_refund" | "ref_used" | "authorization_expired" | "authorization_consumed" | null;
/** Whether more has been returned than was paid */
readonly overRefunded: boolean;
/** The transaction's page on the chain's explorer; null where there is none */
readonly explorerUrl: string | null;
/** The instructions for the merchant's wallet; null if nothing is left to send, while the relay sends it, or if a recorded plain transfer may still be mined */
readonly instructions: {
/** Through the contract, or by a transfer */
readonly method: "contract" | "transfer";
/** The chain's id (EIP-155) */
readonly chainId: number;
/** The merchant's wallets, of which one must send it: payout, then owner */
readonly senders: readonly (string)[];
/** The contract that is called */
readonly to: string | null;
/** The call's data */
readonly data: string | null;
/** Wei to send along */
readonly value: string | null;
/** A summary for people */
readonly summary: string;
/** When the refund is cancelled if no hash is recorded; one of a late charge is not */
readonly expiresAt: string;
/** The same as a payment request (EIP-681), where it can be written as one */
readonly eip681: string | null;
/** The transactions to send, in this order, each after the one before is mined. Of a single transaction `to`, `data` and `value` say the same, and are null where there are several */
readonly steps: readonly ({
/** The purpose of the step */
readonly kind: "approve" | "refund" | "transfer";
/** The contract that is called */
readonly to: string;
/** The call's data */
readonly data: string;
/** Wei to send along */
readonly value: string;
/** A summary for people */
readonly summary: string;
})[];
/** In place of the steps: one signature of one of the wallets, and one transaction that any account sends; the relay itself sends none of less than its minimum. Empty where the refund is a plain transfer, once a hash was recorded, and once one is signed */
readonly authorizations: readonly ({
/** The merchant's wallet, which signs and pays */
readonly from: string;
/** The typed data to sign, as JSON, with `eth_signTypedData_v4` */
readonly typedData: {
/** The types of the message (EIP-712) */
readonly types: {
/** The fields of `domain` */
readonly EIP712Domain: readonly ({
/** The name */
readonly name: string;
/** Its kind */
readonly type: string;
})[];
/** The fields of `message` (EIP-3009) */
readonly ReceiveWithAuthorization: readonly ({
/** The name */
readonly name: string;
/** Its kind */
readonly type: string;
})[];
};
/** The message's type, one of `types` */
readonly primaryType: "ReceiveWithAuthorization";
/** The token's signing domain (EIP-712) */
readonly domain: {
/** The name */
readonly name: string;
/** The token's version, of its EIP-712 domain */
readonly version: string;
/** The chain's id (EIP-155) */
readonly chainId: number;
/** EVM address, with the checksum capitals of EIP-55 */
readonly verifyingContract: string;
};
/** The message to sign: the token may move `value` from `from` to the contract */
readonly message: {
/** The merchant's wallet, which signs and pays */
readonly from: string;
/** The contract that is called */
readonly to: string;
/** Integer string in the token's smallest unit: 2.50 USDC is `2500000` */
readonly value: string;
/** From when the authorization holds, in seconds since 1970 */
readonly validAfter: string;
/** Until when the authorization holds, in seconds since 1970 */
readonly validBefore: string;
/** The authorization's nonce */
readonly nonce: string;
};
};
/** The contract that is called */
readonly to: string;
/** The call's data are this, the 65 bytes of the signature, and `dataSuffix` */
readonly dataPrefix: string;
/** The part after the signature in the call's data */
readonly dataSuffix: string;
/** Wei to send along */
readonly value: string;
/** A summary for people */
readonly summary: string;
})[];
} | null;
/** The merchant's signature, which the relay sends; null without one */
readonly authorization: {
/** The merchant's wallet, which signs and pays */
readonly from: string;
/** `queued`: waits for the relay; `signed`: the relay's transaction is stored; `in_flight`: it is sent; `mined`: it is in a block that is not final; `done`: it has succeeded in a final block; `superseded`: the refund ended otherwise; `dead`: the signature can never be executed any more, and the refund has failed */
readonly state: "queued" | "signed" | "in_flight" | "mined" | "done" | "superseded" | "dead";
/** Why it waits; but for `given_up`, it is sent once nothing stands against it. `insufficient_balance`: the wallet holds less than the amount; `token_paused`: the token is paused; `address_blocked`: the token's issuer blocks the wallet or the payer; `sender_not_merchant`: the wallet is no longer the merchant's payout address or owner; `exceeds_refundable`: the contract has returned too much of the payment already; `already_refunded`: the contract has made this refund, which becomes final; `authorization_used`, `authorization_expired`: the signature is used, cancelled or over, which becomes final; `signature_refused`: the wallet's code refuses the signature now; `proof_refused`: the contract takes the payment's proof no more; `payer_blocked`: a list names the payer; `screening_unavailable`: the payer cannot be screened now; `reverted`: the transaction had no effect; `nonce_taken`: it was displaced, and is sent again; `given_up`: three transactions had no effect, and it is sent no more: its wallet can still send the steps of `instructions` itself, or cancel the signature on the token, and otherwise the refund fails once the signature is over */
readonly obstacle: "insufficient_balance" | "token_paused" | "address_blocked" | "sender_not_merchant" | "exceeds_refundable" | "already_refunded" | "authorization_used" | "authorization_expired" | "signature_refused" | "proof_refused" | "payer_blocked" | "screening_unavailable" | "reverted" | "nonce_taken" | "given_up" | null;
/** The relay's transaction; null until it is sent */
readonly txHash: string | null;
/** When the signature ends */
readonly validBefore: string;
} | null;
/** When it is cancelled if no hash is recorded; null of a late charge, which waits until it is sent or cancelled */
readonly expiresAt: string | null;
/** When the hash was recorded, or the signature taken */
readonly submittedAt: string | null;
/** When it was final */
readonly completedAt: string | null;
/** When it ended */
readonly closedAt: string | null;
/** When it was created */
readonly createdAt: string;
};

export type RegistryRecord = {
/** The wallet that may change where payments go */
readonly owner: string;
/** The wallet that was named as the next owner and has not accepted yet */
readonly pendingOwner: string | null;
/** The wallet that payments go to */
readonly payoutAddress: string;
/** The fee in hundredths of a percent */
readonly feeBps: number;
/** A raise of the fee that is still ahead; null without one */
readonly announcedFee: AnnouncedFee | null;
/** The merchant's status in the registry */
readonly status: "none" | "active" | "suspended" | "closed";
/** The time until which open sessions of a suspended merchant can be paid */
readonly settleUntil: string | null;
};

export type RelaySubmission = {
/** The object's id */
readonly id: string;
/** The object's type */
readonly object: "relay_submission";
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** The client's name for the submission: it is made once */
readonly idempotencyKey: string;
/** The payment that is settled */
readonly kind: "payment" | "subscription";
/** The status */
readonly status: "queued" | "submitted" | "mined" | "confirmed" | "failed";
/** The outcome so far; `unknown`: the chain may still accept it */
readonly outcome: "pending" | "unknown" | "succeeded" | "failed";
/** The transaction's hash */
readonly txHash: string | null;
/** The transactions that were sent for it, oldest first */
readonly attempts: readonly ({
/** The transaction's hash */
readonly txHash: string;
/** Whether it settles, or only uses up its nonce */
readonly kind: "payload" | "noop";
/** When it was created */
readonly createdAt: string;
})[];
/** Why it failed, or the revert reason of its last attempt */
readonly failureCode: string | null;
/** The payer may sign again: no earlier signature can still be executed */
readonly retryable: boolean;
/** The payer's wallet */
readonly payer: string;
/** The payment's id in the contract: the EIP-712 digest of its intent, or of its terms, which is the authorization's nonce, with one signature */
readonly paymentId: string;
/** The payment session's id */
readonly sessionId: string | null;
/** The subscription's id */
readonly subscriptionId: string | null;
/** The id of the transaction that settled it */
readonly transactionId: string | null;
/** When it was created */
readonly createdAt: string;
/** When it was last changed */
readonly updatedAt: string;
};

export type Renewal = {
/** Tells the renewal from others of the list */
readonly id: string;
/** The object's type */
readonly object: "renewal";
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** The subscription that is charged */
readonly subscriptionId: string;
/** The plan's id */
readonly planId: string | null;
/** The customer's id */
readonly customerId: string | null;
/** The payer's wallet */
readonly payer: string;
/** Integer string in the token's smallest unit: 2.50 USDC is `2500000` */
readonly amount: string;
/** The stablecoin */
readonly currency: "USDC" | "EURC";
/** Of the subscription: `past_due` where a charge has failed and is tried again */
readonly status: "pending" | "trialing" | "active" | "past_due" | "lapsed" | "completed" | "cancelled";
/** When it is charged */
readonly dueAt: string;
/** What keeps it from being charged */
readonly blocker: "insufficient_balance" | "insufficient_allowance" | "permit_expired" | "token_paused" | "address_blocked" | "subscription_paused" | "unknown" | null;
/** What the payer lacks, in the token's smallest unit */
readonly missing: string | null;
/** When the chain was asked */
readonly checkedAt: string | null;
};

export type RequestError = {
/** The object's type */
readonly object: "request_error";
/** The HTTP method */
readonly method: string;
/** The pattern of the path */
readonly route: string;
/** The status of the answer */
readonly status: number;
/** `details.reason` of a refusal */
readonly reason: string | null;
/** The number of requests */
readonly count: number;
/** When the first one was made */
readonly firstAt: string;
/** When the last one was made */
readonly lastAt: string;
/** The id of the last one */
readonly lastRequestId: string;
};

export type RequestErrors = {
/** The object's type */
readonly object: "request_errors";
/** The groups, the most frequent first */
readonly data: readonly (RequestError)[];
/** The start of the counted period */
readonly createdAfter: string;
/** Whether older ones were not counted */
readonly truncated: boolean;
};

export type RevenueSummary = {
/** The stablecoin */
readonly currency: "USDC" | "EURC";
/** As it is now */
readonly amount: string;
/** As it was on the first day */
readonly before: string | null;
};

export type ScheduledCurrency = {
/** The stablecoin */
readonly currency: "USDC" | "EURC";
/** How many renewals there are */
readonly renewals: number;
/** What they come to */
readonly amount: string;
/** The same by what keeps them from being charged */
readonly byBlocker: readonly (BlockedRenewals)[];
};

export type ScheduledRenewals = {
/** How many days are summed, from now on */
readonly days: number;
/** Whether all of them are counted */
readonly complete: boolean;
/** The sums of each currency */
readonly currencies: readonly (ScheduledCurrency)[];
};

export type SearchHit = {
/** The object's type */
readonly object: "search_hit";
/** The object's type */
readonly type: "payment_session" | "transaction" | "refund" | "customer" | "subscription" | "invoice" | "subscription_plan" | "payment_link" | "product" | "agent_job" | "event" | "webhook_endpoint" | "webhook_delivery" | "api_key";
/** The object's id */
readonly id: string;
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** The field that matched */
readonly matched: "id" | "key" | "hash" | "address" | "email" | "number" | "amount" | "name" | "reference";
/** The object's description, name or label */
readonly title: string | null;
/** The object's status; null if the type has none */
readonly status: string | null;
/** In the currency's smallest unit; null if the type has none */
readonly amount: string | null;
/** The amount's currency; null where there is none */
readonly currency: "USDC" | "EURC" | null;
/** When it was created */
readonly createdAt: string;
};

export type Setup = {
/** The object's type */
readonly object: "setup";
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** An active key; null before the first */
readonly apiKeyId: string | null;
/** The first payment session; null before it */
readonly sessionId: string | null;
/** A session that was paid; null before the first */
readonly confirmedSessionId: string | null;
/** Whether an endpoint has answered 2xx */
readonly webhookDelivered: boolean;
/** Whether the business's details are complete */
readonly onboarded: boolean;
/** Whether the caller has a second factor */
readonly secondFactor: boolean;
};

export type Store = {
/** The object's type */
readonly object: "store";
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** The last part of the shop's address */
readonly slug: string;
/** The shop's page */
readonly url: string;
/** What the shop is called */
readonly name: string;
/** What visitors read about the shop */
readonly description: string | null;
/** The logo, served from here; null without one */
readonly logoUrl: string | null;
/** The cover picture, served from here; null without one */
readonly coverImageUrl: string | null;
/** The color of buttons, made darker or lighter where it would be hard to read */
readonly accentColor: string | null;
/** The merchant's pages elsewhere, at most 10 */
readonly socialLinks: readonly (string)[];
/** Whether anything can be bought now */
readonly sells: boolean;
/** Those on sale, in the shop's order, at most 1,000 */
readonly products: readonly (StoreProduct)[];
};

export type StoreProduct = {
/** The object's id */
readonly id: string;
/** The object's type */
readonly object: "store_product";
/** What it is called */
readonly name: string;
/** What buyers read about it */
readonly description: string | null;
/** The picture, served from here; null without one */
readonly imageUrl: string | null;
/** Of one piece, or of one period, in the token's smallest unit */
readonly price: string;
/** The stablecoin */
readonly currency: "USDC" | "EURC";
/** Whether it is sold once or by subscription */
readonly type: "one_time" | "subscription";
/** How often a subscription is charged; null where it is sold once */
readonly interval: "daily" | "weekly" | "monthly" | "quarterly" | "yearly" | null;
/** How many intervals there are between two charges; null where it is sold once */
readonly intervalCount: number | null;
/** Pieces that can be bought now; null: as many as are wanted */
readonly available: number | null;
};

export type Storefront = {
/** The object's id */
readonly id: string;
/** The object's type */
readonly object: "storefront";
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** The merchant's id */
readonly merchantId: string;
/** The last part of the shop's address */
readonly slug: string;
/** The shop's page, once it is published */
readonly url: string;
/** `draft`: visible only to you; `published`: visible to everyone; `archived`: closed for good */
readonly status: "draft" | "published" | "archived";
/** What the shop is called */
readonly name: string;
/** What visitors read about the shop */
readonly description: string | null;
/** The logo's address, as it was given; the shop shows a copy of ours */
readonly logoUrl: string | null;
/** What has become of the logo; null without one */
readonly logoStatus: "pending" | "ok" | "image_unreachable" | "image_invalid" | null;
/** The cover picture's address, as it was given; the shop shows a copy of ours */
readonly coverImageUrl: string | null;
/** What has become of the cover picture; null without one */
readonly coverImageStatus: "pending" | "ok" | "image_unreachable" | "image_invalid" | null;
/** The color of buttons, made darker or lighter where it would be hard to read */
readonly accentColor: string | null;
/** The merchant's pages elsewhere, at most 10 */
readonly socialLinks: readonly (string)[];
/** When it was published last; null before */
readonly publishedAt: string | null;
/** When it was archived, for good; null before */
readonly archivedAt: string | null;
/** When it was created */
readonly createdAt: string;
/** When it was last changed */
readonly updatedAt: string;
};

export type StorefrontCheckout = {
/** The object's type */
readonly object: "storefront_checkout";
/** The page to go on with */
readonly url: string;
/** The payment session; null for a subscription */
readonly sessionId: string | null;
/** The plan to subscribe to; null for what is sold once */
readonly planId: string | null;
/** Until when the page can be used */
readonly expiresAt: string;
};

export type StorefrontOrder = {
/** The payment session's id */
readonly id: string;
/** The object's type */
readonly object: "storefront_order";
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** The merchant's id */
readonly merchantId: string;
/** The product; null for a payment link with a price of its own */
readonly productId: string | null;
/** The shop that sold it; null for a payment link */
readonly storefrontId: string | null;
/** The payment link that sold it; null for a shop */
readonly linkId: string | null;
/** What it was called when the checkout began */
readonly name: string;
/** How many pieces */
readonly quantity: number;
/** Of one piece, when the checkout began */
readonly unitPrice: string;
/** The stablecoin */
readonly currency: "USDC" | "EURC";
/** The payment session's status */
readonly status: "created" | "pending" | "confirmed" | "expired" | "cancelled" | "refunded";
/** How far a payment on its way is, as in the payment session; null before, and once it is paid */
readonly payment: {
/** The progress of the payment */
readonly state: "submitted" | "seen" | "final";
/** The degree of finality: `seen` in a block, `safe` in one that the chain hardly takes back, `final`; null until it is mined */
readonly stage: "seen" | "safe" | "final" | null;
/** The transaction's hash */
readonly txHash: string | null;
/** When the payment was seen in a block */
readonly seenAt: string | null;
/** When it is expected to be final */
readonly expectedFinalAt: string | null;
} | null;
/** Only where screening holds a payment of the session, or you return it: the money is in your wallet, and the session is not paid */
readonly hold?: {
/** The id of the transaction that is held */
readonly transactionId: string;
/** The compliance hold's status */
readonly status: "waiting" | "refused" | "released" | "refunded";
};
/** The refunded amount, in the token's smallest unit */
readonly amountRefunded: string;
/** `uncounted`: the stock was not counted; `reserved`: until it is paid or cannot be any more; `released`: back on sale; `sold`; `oversold`: paid for when too little was left: deliver later, or refund */
readonly stock: "uncounted" | "reserved" | "released" | "sold" | "oversold";
/** What the buyer gave, unproved */
readonly customerEmail: string | null;
/** When its payment was confirmed; null before */
readonly paidAt: string | null;
/** When it was created */
readonly createdAt: string;
};

export type StorefrontSlug = {
/** The object's type */
readonly object: "storefront_slug";
/** The last part of the shop's address */
readonly slug: string;
/** Whether your shop can have it */
readonly available: boolean;
/** Why it cannot be had, as a reason; null where it can */
readonly reason: "slug_reserved" | "slug_taken" | "slug_resting" | null;
/** When a slug that rests is free again; null for any other */
readonly restsUntil: string | null;
};

export type Subscription = {
/** The object's id */
readonly id: string;
/** The object's type */
readonly object: "subscription";
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** The plan's id; null if the terms belong to no plan */
readonly planId: string | null;
/** The customer's id */
readonly customerId: string | null;
/** The source of the subscription */
readonly origin: "relay" | "chain";
/** The payer's wallet */
readonly payer: string;
/** The maximum for one period, as the payer signed it */
readonly amount: string;
/** The stablecoin */
readonly currency: "USDC" | "EURC";
/** `pending`: relayed, not final; `trialing`, `active`; `past_due`: a charge failed, and grace runs; `lapsed`, `completed` and `cancelled` are ends */
readonly status: "pending" | "trialing" | "active" | "past_due" | "lapsed" | "completed" | "cancelled";
/** Seconds between two charges */
readonly intervalSeconds: number;
/** When the first period begins */
readonly startAt: string;
/** No charges are made from this time; null for no end */
readonly endAt: string | null;
/** `startAt` + n × `intervalSeconds`; null if there will be no charge */
readonly nextChargeAt: string | null;
/** The last period that was charged, from 0; null before the first */
readonly currentPeriod: number | null;
/** The sum of the charges of `currentPeriod` in final blocks; the period is paid once it reaches `amount`, and the rest stays due until then */
readonly amountChargedOfPeriod: string;
/** The number of charges in final blocks */
readonly chargesMade: number;
/** The end of the last period that was paid; null before the first charge */
readonly paidUntil: string | null;
/** The maximum total of all charges; null until the subscription is on-chain */
readonly cap: string | null;
/** The rest of the maximum total */
readonly capRemaining: string | null;
/** The last charge in a final block; null before the first */
readonly latestCharge: {
/** The id of the transaction */
readonly transactionId: string;
/** The number of the period, from 0 */
readonly period: number;
/** The number of the charge within the period, from 0 */
readonly number: number;
/** Integer string in the token's smallest unit: 2.50 USDC is `2500000` */
readonly amount: string;
/** The transaction's hash */
readonly txHash: string;
/** The time of its block */
readonly chargedAt: string;
} | null;
/** A charge that is signed, and not final yet; null without one */
readonly chargeInFlight: {
/** The number of the period, from 0 */
readonly period: number;
/** The transaction's hash */
readonly txHash: string;
} | null;
/** Why charges fail while it is past due, or why it lapsed; null otherwise */
readonly failureCode: "insufficient_balance" | "insufficient_allowance" | "permit_expired" | "token_paused" | "address_blocked" | null;
/** When the first charge failed, with no success since; null otherwise */
readonly pastDueSince: string | null;
/** When it lapses unless it is charged; null unless it is past due, or where nothing of this period can be charged any more */
readonly graceEndsAt: string | null;
/** When it was paused; null unless it is paused */
readonly pausedAt: string | null;
/** The merchant's reason for cancelling; null without one */
readonly cancelReason: string | null;
/** When it was cancelled; null before */
readonly cancelledAt: string | null;
/** The progress of the call that ends it on-chain */
readonly onchainCancel: "none" | "queued" | "confirmed";
/** The digest of the payer's intent (EIP-712) */
readonly onchainId: string;
/** The chain's id (EIP-155) */
readonly chainId: number;
/** The merchant's id in the on-chain registry */
readonly chainMerchantId: string;
/** The token's contract */
readonly tokenAddress: string;
/** When the block of its enrolment was final; null before */
readonly enrolledAt: string | null;
/** When it ended */
readonly closedAt: string | null;
/** When it was created */
readonly createdAt: string;
};

export type SubscriptionPlan = {
/** The object's id */
readonly id: string;
/** The object's type */
readonly object: "subscription_plan";
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** The merchant's id */
readonly merchantId: string;
/** The name shown to payers */
readonly name: string;
/** The merchant's description, shown to payers */
readonly description: string | null;
/** For one period, in the token's smallest unit */
readonly amount: string;
/** The stablecoin */
readonly currency: "USDC" | "EURC";
/** The unit of the interval: a charge every `intervalCount` of these */
readonly interval: "daily" | "weekly" | "monthly" | "quarterly" | "yearly";
/** The number of intervals between two charges, 1 to 365, 1 by default */
readonly intervalCount: number;
/** Seconds between two charges: months have 30 days, quarters 90, years 365 */
readonly intervalSeconds: number;
/** Days before the first charge, 0 to 365, none by default */
readonly trialDays: number;
/** The number of charges; null for no end */
readonly maxCycles: number | null;
/** Whether payers can subscribe to it */
readonly active: boolean;
/** When it was archived; null before */
readonly archivedAt: string | null;
/** The hosted page where payers subscribe */
readonly checkoutUrl: string;
/** keccak256 of the id, which the payer's intent and the contract's event contain */
readonly ref: string;
/** The chain's id (EIP-155) */
readonly chainId: number;
/** The merchant's id in the on-chain registry */
readonly chainMerchantId: string;
/** The token's contract */
readonly tokenAddress: string;
/** The registry that numbers the merchant; what payers sign names it */
readonly registryAddress: string;
/** The contract that charges */
readonly subscriptionsAddress: string;
/** The merchant's own keys and values; hidden from payers */
readonly metadata: { readonly [name: string]: unknown };
/** When it was created */
readonly createdAt: string;
};

export type SubscriptionSigning = {
/** The object's type */
readonly object: "subscription_signing";
/** The plan's id */
readonly planId: string;
/** The payer's wallet */
readonly payer: string;
/** The messages to sign, in any order */
readonly messages: readonly ({
/** The blank of `relay.body` for the signature */
readonly fills: "permitSignature" | "intentSignature";
/** What the signature allows, in words */
readonly meaning: string;
/** What is signed (EIP-712), as `eth_signTypedData_v4` takes it */
readonly typedData: TypedData;
})[];
/** The request that relays what was signed, with a key that has `relay_write` */
readonly relay: {
/** The method of the relay's endpoint */
readonly method: "POST";
/** The path of the relay's endpoint */
readonly path: "/v1/relay/subscriptions";
/** The body to send once its blanks are filled */
readonly body: {
/** The client's name for the submission: it is made once */
readonly idempotencyKey: string;
/** The plan */
readonly subscriptionInternalId: string;
/** The merchant's id in the on-chain registry */
readonly merchantId: string;
/** The token's contract */
readonly token: string;
/** The maximum for one period, in the token's smallest unit */
readonly amount: string;
/** Seconds between two charges */
readonly interval: number;
/** Unix seconds: when the first charge falls due */
readonly startAt: string;
/** Unix seconds: no charges are made from this time; 0 for no end */
readonly endAt: string;
/** The token's permit (EIP-2612) to the contract for subscriptions */
readonly permitData: {
/** The owner of the nonce */
readonly owner: string;
/** Integer string */
readonly value: string;
/** Integer string */
readonly deadline: string;
};
/** A blank: the signature of the message that `fills` it */
readonly permitSignature: null;
/** A blank: the signature of the message that `fills` it */
readonly intentSignature: null;
};
/** The fields of `body` that take the signatures */
readonly blanks: readonly ("permitSignature" | "intentSignature")[];
};
/** Until when the network takes what is signed */
readonly signBefore: string;
};

export type Summary = {
/** The object's type */
readonly object: "summary";
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** The first day (UTC) */
readonly from: string;
/** The day (UTC) after the last one */
readonly to: string;
/** As many days directly before */
readonly before: PeriodBefore;
/** What was taken, by currency */
readonly volume: readonly (VolumeSummary)[];
/** What became of payment sessions, by the day of their creation */
readonly conversion: ConversionSummary;
/** Customers by the day on which they were added */
readonly newCustomers: NewCustomers;
/** Monthly recurring revenue, by currency */
readonly mrr: readonly (RevenueSummary)[];
};

export type TestClock = {
/** The object's type */
readonly object: "test_clock";
/** The time of the business */
readonly now: string;
/** The target time */
readonly target: string;
/** The difference to real time; negative where it is behind */
readonly aheadSeconds: number;
/** Whether the clock has reached the target, and all work that was due by then is done */
readonly finished: boolean;
/** The number of steps */
readonly steps: number;
/** The merchant's events on the way, in this mode, by type */
readonly events: { readonly [name: string]: number };
/** The merchant's webhook deliveries on the way, by status */
readonly deliveries: { readonly [name: string]: number };
/** The merchant's mails on the way, by outcome */
readonly mails: { readonly [name: string]: number };
/** The merchant's payment sessions that have expired on the way */
readonly expiredSessions: number;
/** The work of all merchants that was not done within the time, by kind */
readonly waiting: { readonly [name: string]: number };
};

export type TimelineEntry = {
/** The object's id */
readonly id: string;
/** When that email was sent */
readonly at: string;
/** Its kind */
readonly type: "payment.created" | "payment.seen" | "payment.completed" | "payment.failed" | "payment.reverted" | "subscription.created" | "subscription.charged" | "subscription.charge_failed" | "subscription.recovery_attempt" | "subscription.recovery_outcome" | "subscription.cancelled" | "subscription.lapsed" | "refund.created" | "refund.completed" | "refund.failed" | "invoice.created" | "invoice.sent" | "invoice.paid" | "invoice.overdue" | "agent.action_executed" | "agent.job_proposed" | "agent.job_completed" | "agent.job_disputed" | "compliance.wallet_flagged" | "compliance.wallet_blocked" | "webhook.test" | "payment.opened" | "payment.signed" | "payment.sent" | "payment.mined" | "payment.final" | "payment.cancelled" | "payment.expired" | "refund.signed" | "refund.sent" | "refund.cancelled" | "payment_link.created" | "payment_link.changed" | "payment_link.switched_off" | "payment_link.switched_on" | "webhook.delivered" | "webhook.failed";
/** `key` and `person`: the merchant, by API or in the dashboard, `merchant` where that is not known; `relay` sends what the payer signed; `stipend`: by itself */
readonly actor: "merchant" | "key" | "person" | "payer" | "relay" | "chain" | "stipend";
/** Of the object or of one of its refunds */
readonly resourceId: string;
/** The payer's */
readonly wallet: string | null;
/** The transaction's hash */
readonly txHash: string | null;
/** Of a refund */
readonly amount: string | null;
/** Of a webhook: the attempt */
readonly delivery: {
/** The object's id */
readonly id: string;
/** The webhook endpoint's id */
readonly endpointId: string;
/** The URL that is called: https, at a public address */
readonly url: string;
/** The type of the event that was told */
readonly event: "payment.created" | "payment.seen" | "payment.completed" | "payment.failed" | "payment.reverted" | "subscription.created" | "subscription.charged" | "subscription.charge_failed" | "subscription.recovery_attempt" | "subscription.recovery_outcome" | "subscription.cancelled" | "subscription.lapsed" | "refund.created" | "refund.completed" | "refund.failed" | "invoice.created" | "invoice.sent" | "invoice.paid" | "invoice.overdue" | "agent.action_executed" | "agent.job_proposed" | "agent.job_completed" | "agent.job_disputed" | "compliance.wallet_flagged" | "compliance.wallet_blocked" | "webhook.test";
/** The number of the attempt, from 1 */
readonly attempt: number;
/** The status that the receiver answered; null without an answer */
readonly responseCode: number | null;
/** Why there was no answer */
readonly error: string | null;
} | null;
};

export type Token = {
/** The object's type */
readonly object: "token";
/** The token's contract */
readonly address: string;
/** The chain's id (EIP-155) */
readonly chainId: number;
/** The token's name, of its EIP-712 domain */
readonly name: string;
/** The token's symbol */
readonly symbol: string;
/** The number of the token's decimals */
readonly decimals: number;
/** The token's version, of its EIP-712 domain */
readonly version: string;
/** Bit 0: EIP-2612 permit. Bit 1: EIP-3009 transfer with authorization */
readonly capabilities: number;
};

export type Transaction = {
/** The object's id */
readonly id: string;
/** The object's type */
readonly object: "transaction";
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** Its kind */
readonly type: "payment" | "subscription_charge" | "refund" | "agent_job" | "unmatched_deposit";
/** The status */
readonly status: "pending" | "reorged" | "confirmed";
/** Integer string in the token's smallest unit: 2.50 USDC is `2500000` */
readonly amount: string;
/** The stablecoin */
readonly currency: "USDC" | "EURC";
/** The platform's fee, in the token's smallest unit */
readonly fee: string;
/** The merchant's share: amount less fee */
readonly netAmount: string;
/** The fee in hundredths of a percent */
readonly feeBps: number;
/** The refunded amount, in the token's smallest unit */
readonly amountRefunded: string;
/** The amount that completed refunds have not returned yet; 0 if it cannot be refunded. Pending and submitted refunds use up part of it */
readonly amountRefundable: string;
/** The payer's wallet */
readonly from: string;
/** The recipient's wallet */
readonly to: string;
/** The transaction's hash */
readonly txHash: string;
/** The index of the settlement's log in its block */
readonly logIndex: number;
/** The block of the settlement */
readonly blockNumber: string;
/** The block's time */
readonly blockTimestamp: string;
/** The chain's id (EIP-155) */
readonly chainId: number;
/** The token's contract */
readonly tokenAddress: string;
/** The keccak-256 of the session's id, which ties a payment to it */
readonly ref: string;
/** The payment's id in the contract: the EIP-712 digest of its intent or, with one signature, of its terms; null where the type has none */
readonly paymentId: string | null;
/** Why a payment does not confirm its session: it is of another amount, late, a second one, held by screening, or was taken out of the chain; `none` otherwise */
readonly paymentException: "none" | "underpaid" | "overpaid" | "late" | "duplicate" | "screening" | "reverted";
/** The payment session's id */
readonly sessionId: string | null;
/** The subscription's id */
readonly subscriptionId: string | null;
/** The id of the invoice that it belongs to; null without one */
readonly invoiceId: string | null;
/** The customer's id */
readonly customerId: string | null;
/** The transaction's page on the chain's explorer; null where there is none */
readonly explorerUrl: string | null;
/** Whether it is a charge that no transaction of this installation made, nor the payer's enrolment: another wallet with the right to charge did. Known once it is confirmed */
readonly unrequested: boolean;
/** When its payment became final; null before */
readonly confirmedAt: string | null;
/** When it was created */
readonly createdAt: string;
};

export type TypedData = {
/** The types, `EIP712Domain` among them */
readonly types: { readonly [name: string]: readonly ({
/** The field's name */
readonly name: string;
/** Its Solidity type */
readonly type: string;
})[] };
/** The message's type, one of `types` */
readonly primaryType: string;
/** The domain (EIP-712) of the contract that verifies the signature */
readonly domain: {
/** The contract's name in its domain */
readonly name: string;
/** The version of its domain */
readonly version: string;
/** The chain's id (EIP-155) */
readonly chainId: number;
/** The contract that verifies the signature */
readonly verifyingContract: string;
};
/** The values to sign; numbers are decimal digits */
readonly message: { readonly [name: string]: string };
};

export type UpdatedMerchant = {
/** The object's id */
readonly id: string;
/** The object's type */
readonly object: "merchant";
/** The merchant's name as payers see it */
readonly businessName: string;
/** The sector of the business */
readonly businessSector: string | null;
/** Its country (ISO 3166-1) */
readonly countryCode: string | null;
/** Its website */
readonly websiteUrl: string | null;
/** The merchant's logo */
readonly logoUrl: string | null;
/** The status of the logo: `pending` until it is fetched, `image_unreachable` if the URL returned no file, `image_invalid` if the file is not a picture, both retried for two days; null without a logo */
readonly logoStatus: "pending" | "ok" | "image_unreachable" | "image_invalid" | null;
/** The email address for payers' questions */
readonly supportEmail: string | null;
/** Whose calendar the dates of invoices and emails are of (IANA); `UTC` by default */
readonly timeZone: string;
/** The wallet that payments go to */
readonly payoutAddress: string | null;
/** The default currency */
readonly defaultCurrency: "USDC" | "EURC";
/** The e-mail address */
readonly email: string | null;
/** The email notifications of the merchant */
readonly emailPrefs: {
/** An email for each payment, once it is final */
readonly paymentReceived: boolean;
/** An email for each subscription charge, once it is final */
readonly subscriptionCharged: boolean;
};
/** The pricing tier, which sets the fee */
readonly tier: "free" | "growth" | "business" | "enterprise";
/** The status */
readonly status: "active" | "suspended" | "closed";
/** The merchant's own keys and values */
readonly metadata: { readonly [name: string]: unknown };
/** When it was created */
readonly createdAt: string;
/** When it was last changed */
readonly updatedAt: string;
/** How the owner's wallet changes the payout address; null if there is nothing to do */
readonly payoutRotation: PayoutRotation | null;
};

export type Volume = {
/** The object's type */
readonly object: "volume";
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** Each day of the range and currency, the oldest first */
readonly days: readonly (DailyVolume)[];
};

export type VolumeBefore = {
/** What was taken */
readonly amount: string;
/** How many payments and charges it was */
readonly payments: number;
};

export type VolumeSummary = {
/** The stablecoin */
readonly currency: "USDC" | "EURC";
/** What was taken */
readonly amount: string;
/** How many payments and charges it was */
readonly payments: number;
/** In the period before */
readonly before: VolumeBefore;
};

export type WalletCall = {
/** The chain's id (EIP-155) */
readonly chainId: number;
/** The contract that is called */
readonly to: string;
/** The call's data */
readonly data: string;
/** Wei that it sends along: none */
readonly value: "0";
/** The only wallet whose call is accepted */
readonly from: string;
/** A summary for the wallet to show */
readonly summary: string;
};

export type WalletProof = {
/** The nonce of the requested messages */
readonly nonce: string;
/** By the payout wallet */
readonly payoutSignature: string;
/** By the owner, if it is another wallet */
readonly ownerSignature?: string;
};

export type WalletProofRequest = {
/** The object's type */
readonly object: "wallet_proof_request";
/** Names the messages */
readonly nonce: string;
/** The chain's id (EIP-155) */
readonly chainId: number;
/** The registry that numbers the merchant; what payers sign names it */
readonly registryAddress: string;
/** The wallet that payments go to */
readonly payoutAddress: string;
/** The future owner of the record */
readonly owner: string;
/** The messages to sign, one per wallet */
readonly messages: readonly ({
/** The role of the wallet */
readonly role: "payout" | "owner";
/** The wallet that signs */
readonly signer: string;
/** The exact text that the wallet signs (EIP-191) */
readonly message: string;
})[];
/** When it expires */
readonly expiresAt: string;
};

export type WebhookDelivery = {
/** The object's id */
readonly id: string;
/** The object's type */
readonly object: "webhook_delivery";
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** The event's id */
readonly eventId: string;
/** The webhook endpoint's id */
readonly endpointId: string;
/** The number of the attempt, from 1 */
readonly attempt: number;
/** The outcome of the attempt */
readonly status: "pending" | "succeeded" | "failed" | "exhausted";
/** The status that the receiver answered; null without an answer */
readonly responseCode: number | null;
/** The beginning of the receiver's response */
readonly responseBody: string | null;
/** Why there was no answer */
readonly error: string | null;
/** The duration of the attempt, in milliseconds */
readonly durationMs: number | null;
/** When the attempt was made; null before, and for one that was never made */
readonly attemptedAt: string | null;
/** When the next attempt is due */
readonly nextAttemptAt: string | null;
/** Whether it was requested by hand */
readonly isReplay: boolean;
/** The body that was sent, without `data` the key may not read, or null */
readonly requestBody: string | null;
/** When it was created */
readonly createdAt: string;
};

export type WebhookEndpoint = {
/** The object's id */
readonly id: string;
/** The object's type */
readonly object: "webhook_endpoint";
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** The URL that is called: https, at a public address */
readonly url: string;
/** The event types that are sent to it */
readonly events: readonly ("*" | "payment.created" | "payment.seen" | "payment.completed" | "payment.failed" | "payment.reverted" | "subscription.created" | "subscription.charged" | "subscription.charge_failed" | "subscription.recovery_attempt" | "subscription.recovery_outcome" | "subscription.cancelled" | "subscription.lapsed" | "refund.created" | "refund.completed" | "refund.failed" | "invoice.created" | "invoice.sent" | "invoice.paid" | "invoice.overdue" | "agent.action_executed" | "agent.job_proposed" | "agent.job_completed" | "agent.job_disputed" | "compliance.wallet_flagged" | "compliance.wallet_blocked")[];
/** The merchant's description; payers see the description of a session */
readonly description: string | null;
/** The names of its own header fields; values are never shown again */
readonly headers: readonly (string)[];
/** The interface version of its content */
readonly apiVersion: string;
/** The status */
readonly status: "enabled" | "disabled";
/** Why it is disabled; null when it is not */
readonly disabledReason: "user" | "gone_410" | "failing" | "key_leaked" | null;
/** When it was created */
readonly createdAt: string;
/** When it was last changed */
readonly updatedAt: string;
};

export type WebhookEndpointWithSecret = {
/** The object's id */
readonly id: string;
/** The object's type */
readonly object: "webhook_endpoint";
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** The URL that is called: https, at a public address */
readonly url: string;
/** The event types that are sent to it */
readonly events: readonly ("*" | "payment.created" | "payment.seen" | "payment.completed" | "payment.failed" | "payment.reverted" | "subscription.created" | "subscription.charged" | "subscription.charge_failed" | "subscription.recovery_attempt" | "subscription.recovery_outcome" | "subscription.cancelled" | "subscription.lapsed" | "refund.created" | "refund.completed" | "refund.failed" | "invoice.created" | "invoice.sent" | "invoice.paid" | "invoice.overdue" | "agent.action_executed" | "agent.job_proposed" | "agent.job_completed" | "agent.job_disputed" | "compliance.wallet_flagged" | "compliance.wallet_blocked")[];
/** The merchant's description; payers see the description of a session */
readonly description: string | null;
/** The names of its own header fields; values are never shown again */
readonly headers: readonly (string)[];
/** The interface version of its content */
readonly apiVersion: string;
/** The status */
readonly status: "enabled" | "disabled";
/** Why it is disabled; null when it is not */
readonly disabledReason: "user" | "gone_410" | "failing" | "key_leaked" | null;
/** When it was created */
readonly createdAt: string;
/** When it was last changed */
readonly updatedAt: string;
/** Shown only in this answer */
readonly secret: string | null;
/** Only in the response to a repeated request: the secret was already shown */
readonly secretStatus?: "secret_shown_once";
};

export type WebhookInspector = {
/** The object's type */
readonly object: "webhook_inspector";
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** The URL that receives webhooks; null before the inspector is opened */
readonly url: string | null;
/** The enabled endpoint with this URL; null without one */
readonly endpointId: string | null;
};

export type WebhookReplay = {
/** The object's id */
readonly id: string;
/** The object's type */
readonly object: "webhook_replay";
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** The webhook endpoint's id */
readonly endpointId: string;
/** The status */
readonly status: "running" | "completed" | "cancelled" | "stopped";
/** Why it was stopped */
readonly reason: "endpoint_disabled" | "too_many_failures" | null;
/** The `position` of the first event */
readonly fromPosition: number;
/** The `position` of the last event */
readonly toPosition: number;
/** Only objects created at this time or later */
readonly createdAfter: string | null;
/** Only objects created before this time */
readonly createdBefore: string | null;
/** Only events of these types; null, or left out, for all */
readonly types: readonly ("payment.created" | "payment.seen" | "payment.completed" | "payment.failed" | "payment.reverted" | "subscription.created" | "subscription.charged" | "subscription.charge_failed" | "subscription.recovery_attempt" | "subscription.recovery_outcome" | "subscription.cancelled" | "subscription.lapsed" | "refund.created" | "refund.completed" | "refund.failed" | "invoice.created" | "invoice.sent" | "invoice.paid" | "invoice.overdue" | "agent.action_executed" | "agent.job_proposed" | "agent.job_completed" | "agent.job_disputed" | "compliance.wallet_flagged" | "compliance.wallet_blocked" | "webhook.test")[] | null;
/** The number of events to send */
readonly total: number;
/** Sent and accepted so far */
readonly succeeded: number;
/** Sent and refused so far */
readonly failed: number;
/** When it was created */
readonly createdAt: string;
/** When it was over; null before */
readonly endedAt: string | null;
};

/** The kind of an error; each has its HTTP status. */
export type ErrorCode = "invalid_request" | "authentication_error" | "merchant_not_synced" | "permission_denied" | "session_invalid_state" | "not_found" | "idempotency_error" | "rate_limited" | "api_error";

/** Why, as a stable word; the API's reference lists their meanings. */
export type ErrorReason = "validation_failed" | "malformed_json" | "body_too_large" | "nested_too_deep" | "parameter_repeated" | "malformed_cursor" | "position_expired" | "choice_unavailable" | "csv_is_whole" | "order_mismatch" | "malformed_path" | "malformed_host" | "unknown_path" | "method_not_allowed" | "unknown_version" | "payload_mismatch" | "in_flight" | "resource_missing" | "api_key_missing" | "api_key_malformed" | "api_key_invalid" | "scope_missing" | "secret_key_required" | "token_invalid" | "identity_unavailable" | "webhook_rejected" | "merchant_missing" | "membership_required" | "api_key_required" | "session_required" | "admin_required" | "admin_suspended" | "mfa_required" | "role_missing" | "admin_session_over" | "already_admin" | "own_admin_user" | "last_super_admin" | "audience_mismatch" | "admin_account" | "call_not_possible" | "not_unsent" | "test_mode" | "changed" | "final" | "slot_open" | "settled" | "spent" | "unknown" | "signed_out" | "credentials_wrong" | "code_wrong" | "challenge_required" | "challenge_failed" | "challenge_unavailable" | "factor_enrolled" | "factor_missing" | "identity_unverified" | "identity_taken" | "link_required" | "link_expired" | "passkey_wrong" | "passkeys_unavailable" | "too_many_passkeys" | "password_guessable" | "password_wrong" | "email_unverified" | "email_unchanged" | "security_hold" | "too_many_tries" | "step_up_required" | "merchant_key_required" | "malformed_arguments" | "unsupported_media_type" | "origin_mismatch" | "merchant_suspended" | "merchant_closed" | "already_onboarded" | "image_invalid" | "registration_pending" | "already_registered" | "live_mode_required" | "payout_not_allowed" | "payout_unusable" | "payout_changed" | "proof_expired" | "owner_unchanged" | "too_many_merchants" | "sign_up_closed" | "fees_off" | "country_not_served" | "tier_by_contact" | "merchant_not_registered" | "not_deployed" | "live_mode_ineligible" | "origin_not_allowed" | "already_expired" | "key_mode_mismatch" | "too_many_keys" | "key_revoked" | "key_expired" | "no_successor" | "successor_revealed" | "report_unsigned" | "report_unchecked" | "too_many_requests" | "busy" | "too_many_exports" | "too_many_streams" | "payer_limit" | "merchant_budget" | "payer_budget" | "ip_budget" | "endpoint_limit" | "url_not_allowed" | "product_unknown" | "customer_unknown" | "lifetime_not_allowed" | "metadata_too_large" | "external_ref_taken" | "too_many_customers" | "already_paid" | "already_closed" | "payment_in_flight" | "not_payable" | "invoice_session" | "total_zero" | "amount_too_large" | "email_missing" | "invoice_expired" | "mailed_recently" | "already_void" | "payment_session_required" | "chain_mismatch" | "chain_unsupported" | "chain_not_offered" | "chain_settled" | "token_unsupported" | "merchant_mismatch" | "ref_mismatch" | "amount_mismatch" | "nonce_mismatch" | "signature_invalid" | "wallet_not_deployed" | "factory_not_allowed" | "wallet_not_created" | "not_yet_valid" | "expired" | "validity_too_long" | "nonce_used" | "below_relay_minimum" | "insufficient_balance" | "simulation_failed" | "payer_blocked" | "authorization_pending" | "other_wallet_pending" | "chain_unavailable" | "database_unavailable" | "internal_error" | "not_representable" | "interval_mismatch" | "start_too_early" | "start_too_late" | "end_mismatch" | "cap_ambiguous" | "permit_too_low" | "permit_nonce_stale" | "already_subscribed" | "permit_pending" | "cancel_pending" | "enrolment_pending" | "too_many_subscriptions" | "already_archived" | "plan_archived" | "too_many_payers" | "subscription_ended" | "not_enrolled" | "sign_in_expired" | "already_paused" | "not_paused" | "interval_missing" | "interval_not_allowed" | "out_of_stock" | "slug_taken" | "slug_reserved" | "slug_resting" | "no_active_product" | "closed" | "link_inactive" | "not_on_sale" | "quantity_not_allowed" | "amount_out_of_bounds" | "amount_not_allowed" | "email_required" | "field_required" | "field_unknown" | "fields_not_allowed" | "exceeds_refundable" | "not_confirmed" | "not_refundable" | "not_held" | "halted" | "operator_releases" | "screening_unavailable" | "hash_recorded" | "hash_used" | "refund_ended" | "refund_submitted" | "authorization_unavailable" | "capability_disabled" | "commerce_unavailable" | "vendor_not_allowed" | "vendor_blocked" | "assessor_not_allowed" | "too_many_jobs" | "job_limit" | "terms_changed" | "job_approved" | "job_ended" | "job_expired" | "job_proposed" | "job_funded" | "cap_exceeded" | "clock_backwards" | "clock_too_far" | "clock_moving" | "mode_mismatch" | "range_empty" | "range_too_long" | "too_many_endpoints" | "endpoints_full" | "header_reserved" | "header_twice" | "endpoint_disabled" | "replay_running" | "replay_ended" | "range_malformed" | "range_too_large" | "url_malformed" | "scheme_not_allowed" | "user_info_not_allowed" | "host_not_allowed" | "port_not_allowed" | "address_not_allowed" | "inspector_unknown";

/** What an event of each type carries as `data.object`. */
export interface EventObjects {
  "payment.created": PaymentSession;
  "payment.seen": PaymentSession;
  "payment.completed": PaymentSession;
  "payment.failed": PaymentSession;
  "payment.reverted": PaymentSession;
  "subscription.created": Subscription;
  "subscription.charged": Subscription;
  "subscription.charge_failed": Subscription;
  "subscription.recovery_attempt": Subscription;
  "subscription.recovery_outcome": Subscription;
  "subscription.cancelled": Subscription;
  "subscription.lapsed": Subscription;
  "refund.created": Refund;
  "refund.completed": Refund;
  "refund.failed": Refund;
  "invoice.created": Invoice;
  "invoice.sent": Invoice;
  "invoice.paid": Invoice;
  "invoice.overdue": Invoice;
  "agent.action_executed": AgentActivity;
  "agent.job_proposed": AgentJob;
  "agent.job_completed": AgentJob;
  "agent.job_disputed": AgentJob;
  "compliance.wallet_flagged": ComplianceLog;
  "compliance.wallet_blocked": ComplianceLog;
  "webhook.test": WebhookEndpoint;
}

/** An event as webhooks carry it, by its type. */
export type WebhookEvent = {
  [Type in keyof EventObjects]: Omit<Event, "type" | "data"> & {
    readonly type: Type;
    readonly data: { readonly object: EventObjects[Type] };
  };
}[keyof EventObjects];

/** Every endpoint's input and output, by its name in the API's description. */
export interface Operations {
  advanceClock: {
    readonly input: ClockMove;
    readonly output: TestClock;
  };
  answerContactMessage: {
    readonly input: {
/** The object's id */
readonly id: string;
};
    readonly output: AdminContactMessage;
  };
  approveJob: {
    readonly input: {
/** The object's id */
readonly id: string;
} & {
/** The job's amount, as the person was shown it */
readonly amount?: string;
/** The stablecoin */
readonly currency?: "USDC" | "EURC";
/** The job's vendor */
readonly vendorAddress?: string;
/** Who judges the job */
readonly evaluatorAddress?: string;
};
    readonly output: AgentJob;
  };
  archivePlan: {
    readonly input: {
/** The object's id */
readonly id: string;
};
    readonly output: SubscriptionPlan;
  };
  archiveProduct: {
    readonly input: {
/** The object's id */
readonly id: string;
};
    readonly output: Product;
  };
  archiveStorefront: {
    readonly input: Record<never, never>;
    readonly output: Storefront;
  };
  authorizeRefund: {
    readonly input: {
/** The object's id */
readonly id: string;
} & {
/** The wallet's signature of `typedData`: 65 bytes, or those that a contract wallet verifies (ERC-1271) */
readonly signature: string;
};
    readonly output: Refund;
  };
  cancelJob: {
    readonly input: {
/** The object's id */
readonly id: string;
};
    readonly output: AgentJob;
  };
  cancelRefund: {
    readonly input: {
/** The object's id */
readonly id: string;
};
    readonly output: Refund;
  };
  cancelSession: {
    readonly input: {
/** The object's id */
readonly id: string;
};
    readonly output: PaymentSession;
  };
  cancelSubscription: {
    readonly input: {
/** The object's id */
readonly id: string;
} & {
/** Kept as `cancelReason` */
readonly reason?: string;
};
    readonly output: Subscription;
  };
  cancelWebhookReplay: {
    readonly input: {
/** The object's id */
readonly id: string;
/** The replay's id */
readonly replayId: string;
};
    readonly output: WebhookReplay;
  };
  changeAdminRole: {
    readonly input: {
/** The object's id */
readonly id: string;
} & {
/** The admin user's role */
readonly role: "read_only" | "admin" | "super_admin";
};
    readonly output: AdminUser;
  };
  changeAdminStatus: {
    readonly input: {
/** The object's id */
readonly id: string;
} & {
/** The status */
readonly status: "active" | "suspended";
};
    readonly output: AdminUser;
  };
  changeMerchantStatus: {
    readonly input: {
/** The object's id */
readonly id: string;
} & {
/** The status */
readonly status: "active" | "suspended" | "closed";
/** Why, for the audit log */
readonly reason?: string | null;
};
    readonly output: AdminMerchantChange;
  };
  changeMerchantTier: {
    readonly input: {
/** The object's id */
readonly id: string;
} & {
/** The pricing tier, which sets the fee */
readonly tier: "free" | "growth" | "business" | "enterprise";
/** Why, for the audit log */
readonly reason?: string | null;
};
    readonly output: AdminMerchantChange;
  };
  changeTier: {
    readonly input: {
/** The pricing tier, which sets the fee */
readonly tier: "free" | "growth" | "business" | "enterprise";
};
    readonly output: Merchant;
  };
  checkSlug: {
    readonly input: {
/** The last part of the shop's address */
readonly slug: string;
};
    readonly output: StorefrontSlug;
  };
  checkoutLink: {
    readonly input: {
/** The object's id */
readonly id: string;
} & {
/** How many pieces, 1 by default */
readonly quantity?: number;
/** What the payer chooses to pay */
readonly amount?: string;
/** The payer's e-mail address */
readonly customerEmail?: string;
/** The answers to the link's fields, by their keys */
readonly answers?: { readonly [name: string]: string };
};
    readonly output: PaymentLinkCheckout;
  };
  checkoutProduct: {
    readonly input: {
/** The last part of the shop's address */
readonly slug: string;
/** The product's id */
readonly productId: string;
} & {
/** The buyer's e-mail address */
readonly customerEmail?: string;
/** Where the buyer goes after paying: a path on this site */
readonly returnPath?: string;
};
    readonly output: StorefrontCheckout;
  };
  closeMerchant: {
    readonly input: {
/** The object's id */
readonly id: string;
} & {
/** Why, for the audit log */
readonly reason?: string | null;
};
    readonly output: AdminMerchantChange;
  };
  createApiKey: {
    readonly input: {
/** The merchant's name for the key */
readonly name: string;
/** The permissions of the key; as a preset, `full`, `read-only` or `checkout-only` */
readonly scopes?: "read-only" | "checkout-only" | "full" | readonly ("agents_read" | "agents_write" | "api_keys_read" | "api_keys_write" | "customers_read" | "customers_write" | "invoices_read" | "invoices_write" | "refunds_read" | "refunds_write" | "relay_read" | "relay_write" | "sessions_read" | "sessions_write" | "storefronts_read" | "storefronts_write" | "subscriptions_read" | "subscriptions_write" | "transactions_read" | "transactions_write" | "webhooks_read" | "webhooks_write")[];
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** `secret` for servers, `publishable` for web pages */
readonly kind?: "secret" | "publishable";
/** When it expires */
readonly expiresAt?: string;
/** The origins that may use a publishable key: only `https://` in live mode */
readonly allowedOrigins?: readonly (string)[];
/** The API version of requests with the key */
readonly apiVersion?: "2026-04-27";
};
    readonly output: ApiKeyWithSecret;
  };
  createBroadcast: {
    readonly input: {
/** The title, in one line */
readonly title: string;
/** Plain text; addresses of websites are clickable */
readonly body: string;
/** `all` active merchants, or one merchant */
readonly audience?: "all" | "merchant";
/** The merchant, for `merchant` alone */
readonly merchantId?: string | null;
};
    readonly output: Broadcast;
  };
  createInvoice: {
    readonly input: {
/** The line items, 1 to 100 */
readonly lineItems: readonly ({
/** The merchant's description; payers see the description of a session */
readonly description: string;
/** The quantity, 1 to 10,000 */
readonly quantity: number;
/** The price of one, in the token's smallest unit */
readonly unitAmount: string;
/** The unit of the quantity */
readonly unit?: string;
/** The rate in hundredths of a percent: 19 % is 1900. Category `S` requires a rate; for the others it is 0 */
readonly taxRate?: number;
/** The tax category of the line (EN 16931); omitted if no tax is shown */
readonly taxCategory?: "S" | "Z" | "E" | "AE" | "K" | "G" | "O";
})[];
/** The stablecoin */
readonly currency: "USDC" | "EURC";
/** The customer's name */
readonly customerName?: string;
/** The customer's email address */
readonly customerEmail?: string;
/** A text below the lines, shown to the payer */
readonly note?: string;
/** Days until it is due, 1 to 90, 7 by default */
readonly dueInDays?: number;
/** How the tax is rounded: `cent`, by category and rate, half up to the cent (EN 16931), the default; `token`, together, to the token's smallest unit */
readonly rounding?: "cent" | "token";
/** The seller, as printed on the invoice */
readonly seller?: {
/** The full name */
readonly legalName: string;
/** The postal address */
readonly address?: {
/** Street and number */
readonly line1?: string;
/** Further address details */
readonly line2?: string;
/** The city */
readonly city?: string;
/** State or province */
readonly region?: string;
/** The postal code */
readonly postalCode?: string;
/** The country (ISO 3166-1) */
readonly country: string;
};
/** The VAT number, with its country's letters */
readonly vatId?: string;
/** A further number, such as one of a register */
readonly reference?: string;
/** Who answers questions: XRechnung asks for the seller's name, phone and email */
readonly contact?: {
/** The name of a person or a department */
readonly name: string;
/** The phone number; visible only to the platform */
readonly phone?: string;
/** An email address */
readonly email?: string;
};
/** Where electronic invoices are received or sent from (EN 16931) */
readonly electronicAddress?: {
/** The scheme of the address (EAS): `EM` email, `9930` German VAT number */
readonly scheme: string;
/** The address in that scheme */
readonly id: string;
};
};
/** The buyer, as printed on the invoice */
readonly buyer?: {
/** The full name */
readonly legalName: string;
/** The postal address */
readonly address?: {
/** Street and number */
readonly line1?: string;
/** Further address details */
readonly line2?: string;
/** The city */
readonly city?: string;
/** State or province */
readonly region?: string;
/** The postal code */
readonly postalCode?: string;
/** The country (ISO 3166-1) */
readonly country: string;
};
/** The VAT number, with its country's letters */
readonly vatId?: string;
/** A further number, such as one of a register */
readonly reference?: string;
/** Who answers questions: XRechnung asks for the seller's name, phone and email */
readonly contact?: {
/** The name of a person or a department */
readonly name: string;
/** The phone number; visible only to the platform */
readonly phone?: string;
/** An email address */
readonly email?: string;
};
/** Where electronic invoices are received or sent from (EN 16931) */
readonly electronicAddress?: {
/** The scheme of the address (EAS): `EM` email, `9930` German VAT number */
readonly scheme: string;
/** The address in that scheme */
readonly id: string;
};
};
/** The date of delivery or service */
readonly serviceDate?: string;
/** The buyer's own reference, such as an order number */
readonly buyerReference?: string;
/** The chain's id (EIP-155), where the mode has several: the first one where the merchant is registered by default */
readonly chainId?: number;
};
    readonly output: Invoice;
  };
  createJob: {
    readonly input: {
/** The wallet of the vendor, who is paid */
readonly vendorAddress: string;
/** The work that is bought; the vendor sees it */
readonly description: string;
/** Integer string in the token's smallest unit: 2.50 USDC is `2500000` */
readonly amount: string;
/** The stablecoin */
readonly currency: "USDC" | "EURC";
/** Who judges the work; the treasury, through its owner, by default */
readonly assessorAddress?: string;
/** Days until the escrow's deadline, 14 by default */
readonly expiresInDays?: number;
};
    readonly output: AgentJob;
  };
  createOwnMerchant: {
    readonly input: {
/** The merchant's name as payers see it */
readonly businessName: string;
};
    readonly output: Merchant;
  };
  createPaymentLink: {
    readonly input: {
/** The name */
readonly name: string;
/** What it sells, in place of an amount */
readonly productId?: string;
/** What is paid */
readonly amount?: string;
/** The least that the payer may choose */
readonly minAmount?: string;
/** The most that the payer may choose */
readonly maxAmount?: string;
/** The stablecoin */
readonly currency?: "USDC" | "EURC";
/** How many pieces may be bought at once, 1 to 99 */
readonly maxQuantity?: number;
/** Whether the page asks for an e-mail address */
readonly email?: "none" | "optional" | "required";
/** What else the page asks for, at most three */
readonly fields?: readonly ({
/** Under which the answer stands in the session's `metadata` */
readonly key: string;
/** What the page asks for */
readonly label: string;
/** Whether the payer must answer */
readonly required: boolean;
})[];
/** Where the receipt's link leads the payer: https, or http on this machine in test mode. `{SESSION_ID}` behind the host becomes the session's id, else `session_id` is appended. Never a proof of payment */
readonly successUrl?: string;
/** Whether payers can subscribe to it */
readonly active?: boolean;
};
    readonly output: PaymentLink;
  };
  createPlan: {
    readonly input: {
/** The name shown to payers */
readonly name: string;
/** Integer string in the token's smallest unit: 2.50 USDC is `2500000` */
readonly amount: string;
/** The stablecoin */
readonly currency: "USDC" | "EURC";
/** The unit of the interval: a charge every `intervalCount` of these */
readonly interval: "daily" | "weekly" | "monthly" | "quarterly" | "yearly";
/** The merchant's description, shown to payers */
readonly description?: string;
/** The number of intervals between two charges, 1 to 365, 1 by default */
readonly intervalCount?: number;
/** Days before the first charge, 0 to 365, none by default */
readonly trialDays?: number;
/** The number of charges, 1 to 10,000; omit it for no end */
readonly maxCycles?: number;
/** The merchant's own keys, at most 50 of 1 to 40 characters. Texts have at most 500 characters; other values together at most 16 kB, nested at most 8 levels */
readonly metadata?: { readonly [name: string]: unknown };
/** The chain's id (EIP-155), where the mode has several: the first one where the merchant is registered by default */
readonly chainId?: number;
};
    readonly output: SubscriptionPlan;
  };
  createProduct: {
    readonly input: {
/** The name */
readonly name: string;
/** The merchant's description; payers see the description of a session */
readonly description: string | null;
/** The picture's address, as it was given; shops show a copy of ours */
readonly imageUrl?: string | null;
/** Integer string in the token's smallest unit: 2.50 USDC is `2500000` */
readonly price: string;
/** The stablecoin */
readonly currency: "USDC" | "EURC";
/** How often a subscription is charged; null where it is sold once */
readonly interval: "daily" | "weekly" | "monthly" | "quarterly" | "yearly" | null;
/** The number of intervals between two charges, 1 to 365, 1 by default */
readonly intervalCount: number | null;
/** Pieces that are there, with those of open checkouts; null: not counted */
readonly stock: number | null;
/** Whether it is on sale */
readonly isActive: boolean;
/** Its place in the shop, lowest first; then the older one first */
readonly sortOrder?: number;
/** Its kind */
readonly type: "one_time" | "subscription";
};
    readonly output: Product;
  };
  createRefund: {
    readonly input: {
/** The transaction to refund */
readonly transactionId: string;
/** Integer string in the token's smallest unit: 2.50 USDC is `2500000` */
readonly amount: string;
/** The reason */
readonly reason: "customer_request" | "product_issue" | "duplicate_charge" | "fraudulent" | "other";
/** The merchant's note, hidden from payers */
readonly note?: string;
};
    readonly output: Refund;
  };
  createSession: {
    readonly input: {
/** Integer string in the token's smallest unit: 2.50 USDC is `2500000` */
readonly amount: string;
/** The stablecoin */
readonly currency: "USDC" | "EURC";
/** The merchant's description; payers see the description of a session */
readonly description?: string;
/** Where the receipt's link leads the payer: https, or http on this machine in test mode. `{SESSION_ID}` behind the host becomes the session's id, else `session_id` is appended. Never a proof of payment */
readonly successUrl?: string;
/** Where the payer goes back to without paying; `{SESSION_ID}` behind the host becomes the session's id */
readonly cancelUrl?: string;
/** The merchant's own keys, at most 50 of 1 to 40 characters. Texts have at most 500 characters; other values together at most 16 kB, nested at most 8 levels */
readonly metadata?: { readonly [name: string]: unknown };
/** The customer's id */
readonly customerId?: string;
/** The time until which it can be paid: 30 minutes to 24 hours ahead, 24 hours by default; an invoice's session until 30 days after it is due */
readonly expiresAt?: string;
/** The chain's id (EIP-155), where the mode has several: the first one where the merchant is registered by default */
readonly chainId?: number;
};
    readonly output: PaymentSession;
  };
  createWebhookEndpoint: {
    readonly input: {
/** The URL that is called: https, at a public address */
readonly url: string;
/** The event types that are sent to it; `*` is every kind, also those to come */
readonly events: readonly ("*" | "payment.created" | "payment.seen" | "payment.completed" | "payment.failed" | "payment.reverted" | "subscription.created" | "subscription.charged" | "subscription.charge_failed" | "subscription.recovery_attempt" | "subscription.recovery_outcome" | "subscription.cancelled" | "subscription.lapsed" | "refund.created" | "refund.completed" | "refund.failed" | "invoice.created" | "invoice.sent" | "invoice.paid" | "invoice.overdue" | "agent.action_executed" | "agent.job_proposed" | "agent.job_completed" | "agent.job_disputed" | "compliance.wallet_flagged" | "compliance.wallet_blocked")[];
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode: "test" | "live";
/** The merchant's description; payers see the description of a session */
readonly description?: string;
/** Header fields that each webhook carries, at most 8, such as what a gateway asks for. Names that HTTP or the signature uses are refused. Values are kept sealed and never shown again */
readonly headers?: { readonly [name: string]: string };
};
    readonly output: WebhookEndpointWithSecret;
  };
  createWebhookReplay: {
    readonly input: {
/** The object's id */
readonly id: string;
} & {
/** The `position` of the first event */
readonly fromPosition?: number;
/** The `position` of the last event */
readonly toPosition?: number;
/** Only objects created at this time or later */
readonly createdAfter?: string;
/** Only objects created before this time */
readonly createdBefore?: string;
/** Only events of these types; null, or left out, for all */
readonly types?: readonly ("payment.created" | "payment.seen" | "payment.completed" | "payment.failed" | "payment.reverted" | "subscription.created" | "subscription.charged" | "subscription.charge_failed" | "subscription.recovery_attempt" | "subscription.recovery_outcome" | "subscription.cancelled" | "subscription.lapsed" | "refund.created" | "refund.completed" | "refund.failed" | "invoice.created" | "invoice.sent" | "invoice.paid" | "invoice.overdue" | "agent.action_executed" | "agent.job_proposed" | "agent.job_completed" | "agent.job_disputed" | "compliance.wallet_flagged" | "compliance.wallet_blocked" | "webhook.test")[];
};
    readonly output: WebhookReplay;
  };
  deleteWebhookEndpoint: {
    readonly input: {
/** The object's id */
readonly id: string;
};
    readonly output: DeletedWebhookEndpoint;
  };
  disableWebhookEndpoint: {
    readonly input: {
/** The object's id */
readonly id: string;
};
    readonly output: WebhookEndpoint;
  };
  duplicateInvoice: {
    readonly input: {
/** The object's id */
readonly id: string;
};
    readonly output: Invoice;
  };
  enableWebhookEndpoint: {
    readonly input: {
/** The object's id */
readonly id: string;
};
    readonly output: WebhookEndpoint;
  };
  expireSession: {
    readonly input: {
/** The object's id */
readonly id: string;
};
    readonly output: PaymentSession;
  };
  exportApiKeyRequests: {
    readonly input: {
/** The object's id */
readonly id: string;
/** Only objects created at this time or later */
readonly createdAfter?: string;
/** Only objects created before this time */
readonly createdBefore?: string;
};
    readonly output: Uint8Array;
  };
  getAgentConfig: {
    readonly input: Record<never, never>;
    readonly output: AgentConfig;
  };
  getAgentDigest: {
    readonly input: Record<never, never>;
    readonly output: AgentDigest;
  };
  getAgentTreasury: {
    readonly input: Record<never, never>;
    readonly output: AgentTreasury;
  };
  getApiKey: {
    readonly input: {
/** The object's id */
readonly id: string;
};
    readonly output: ApiKey;
  };
  getAttention: {
    readonly input: Record<never, never>;
    readonly output: Attention;
  };
  getBooks: {
    readonly input: {
/** The first day (UTC), as a date or an instant within it; by default 30 days before `to` */
readonly from?: string;
/** The day (UTC) after the last one, as a date; of an instant, its day is the last one. By default today is the last one; at most 366 days after `from` */
readonly to?: string;
};
    readonly output: Books;
  };
  getChallenge: {
    readonly input: {
/** The purpose: a solution is good for it alone */
readonly for?: "login" | "signup" | "code" | "reset";
};
    readonly output: {
/** The challenge provider of this server */
readonly provider: "altcha" | "turnstile";
/** The puzzle to solve; null with `turnstile` */
readonly puzzle: {
/** How `challenge` was made */
readonly algorithm: "SHA-256";
/** SHA-256, in hex, of `salt` followed by the secret number */
readonly challenge: string;
/** The number is at most this */
readonly maxnumber: number;
/** The text before the number */
readonly salt: string;
/** Sent back with the solution */
readonly signature: string;
} | null;
/** For Cloudflare's widget; null with `altcha` */
readonly siteKey: string | null;
/** The widget's action; null with `altcha` */
readonly action: string | null;
};
  };
  getChurn: {
    readonly input: {
/** The first day (UTC), as a date or an instant within it; by default 30 days before `to` */
readonly from?: string;
/** The day (UTC) after the last one, as a date; of an instant, its day is the last one. By default today is the last one; at most 366 days after `from` */
readonly to?: string;
};
    readonly output: Churn;
  };
  getConversion: {
    readonly input: {
/** The first day (UTC), as a date or an instant within it; by default 30 days before `to` */
readonly from?: string;
/** The day (UTC) after the last one, as a date; of an instant, its day is the last one. By default today is the last one; at most 366 days after `from` */
readonly to?: string;
};
    readonly output: Conversion;
  };
  getCustomer: {
    readonly input: {
/** The object's id */
readonly id: string;
};
    readonly output: Customer;
  };
  getForecast: {
    readonly input: Record<never, never>;
    readonly output: Forecast;
  };
  getInvoice: {
    readonly input: {
/** The object's id */
readonly id: string;
};
    readonly output: Invoice;
  };
  getInvoiceDocument: {
    readonly input: {
/** The object's id */
readonly id: string;
/** `pdf` by default */
readonly format?: "pdf" | "facturx";
};
    readonly output: Uint8Array;
  };
  getJob: {
    readonly input: {
/** The object's id */
readonly id: string;
};
    readonly output: AgentJob;
  };
  getLiveModeEligibility: {
    readonly input: Record<never, never>;
    readonly output: LiveModeEligibility;
  };
  getMerchant: {
    readonly input: {
/** The object's id */
readonly id: string;
};
    readonly output: AdminMerchantDetail;
  };
  getMerchantBalance: {
    readonly input: Record<never, never>;
    readonly output: Balance;
  };
  getMerchantCard: {
    readonly input: {
/** The object's id */
readonly id: string;
/** `test` or `live`: each mode has its own keys, objects and contracts */
readonly mode?: "test" | "live";
};
    readonly output: MerchantCard;
  };
  getMerchantChainStatus: {
    readonly input: Record<never, never>;
    readonly output: ChainStatus;
  };
  getMerchantOnchainState: {
    readonly input: Record<never, never>;
    readonly output: OnchainState;
  };
  getMrr: {
    readonly input: Record<never, never>;
    readonly output: Mrr;
  };
  getNotificationPreferences: {
    readonly input: Record<never, never>;
    readonly output: NotificationPreferences;
  };
  getOverview: {
    readonly input: Record<never, never>;
    readonly output: AdminOverview;
  };
  getOwnMerchant: {
    readonly input: Record<never, never>;
    readonly output: Merchant;
  };
  getPaymentLink: {
    readonly input: {
/** The object's id */
readonly id: string;
};
    readonly output: PaymentLink;
  };
  getPermitNonce: {
    readonly input: {
/** The token's contract */
readonly address: string;
/** The owner of the nonce */
readonly owner: string;
/** The chain's id (EIP-155), where several have a token at the address */
readonly chainId?: number;
};
    readonly output: {
/** The owner's next permit nonce (EIP-2612) */
readonly nonce: string;
};
  };
  getPlan: {
    readonly input: {
/** The object's id */
readonly id: string;
};
    readonly output: SubscriptionPlan;
  };
  getPlanSubscription: {
    readonly input: {
/** The object's id */
readonly id: string;
/** The payer's wallet */
readonly payer: string;
};
    readonly output: PlanSubscription;
  };
  getPlatformHealth: {
    readonly input: Record<never, never>;
    readonly output: AdminHealth;
  };
  getPlatformVolume: {
    readonly input: {
/** The first day (UTC), as a date or an instant within it; by default 30 days before `to` */
readonly from?: string;
/** The day (UTC) after the last one, as a date; of an instant, its day is the last one. By default today is the last one; at most 366 days after `from` */
readonly to?: string;
};
    readonly output: AdminVolume;
  };
  getProduct: {
    readonly input: {
/** The object's id */
readonly id: string;
};
    readonly output: Product;
  };
  getPublicLink: {
    readonly input: {
/** The object's id */
readonly id: string;
};
    readonly output: PublicPaymentLink;
  };
  getPublicPlan: {
    readonly input: {
/** The object's id */
readonly id: string;
};
    readonly output: SubscriptionPlan;
  };
  getPublicSession: {
    readonly input: {
/** The object's id */
readonly id: string;
};
    readonly output: PaymentSession;
  };
  getRefund: {
    readonly input: {
/** The object's id */
readonly id: string;
};
    readonly output: Refund;
  };
  getSession: {
    readonly input: {
/** The object's id */
readonly id: string;
};
    readonly output: PaymentSession;
  };
  getSetup: {
    readonly input: Record<never, never>;
    readonly output: Setup;
  };
  getSignedInAdmin: {
    readonly input: Record<never, never>;
    readonly output: AdminUser;
  };
  getSignedInMerchant: {
    readonly input: Record<never, never>;
    readonly output: Merchant;
  };
  getSignups: {
    readonly input: {
/** The first day (UTC), as a date or an instant within it; by default 30 days before `to` */
readonly from?: string;
/** The day (UTC) after the last one, as a date; of an instant, its day is the last one. By default today is the last one; at most 366 days after `from` */
readonly to?: string;
};
    readonly output: AdminSignups;
  };
  getStore: {
    readonly input: {
/** The last part of the shop's address */
readonly slug: string;
/** The shop's mode, `live` by default */
readonly mode?: "test" | "live";
};
    readonly output: Store;
  };
  getStorefront: {
    readonly input: Record<never, never>;
    readonly output: Storefront;
  };
  getSubmission: {
    readonly input: {
/** The client's name for the submission: it is made once */
readonly idempotencyKey: string;
};
    readonly output: RelaySubmission;
  };
  getSubscription: {
    readonly input: {
/** The object's id */
readonly id: string;
};
    readonly output: Subscription;
  };
  getSummary: {
    readonly input: {
/** The first day (UTC), as a date or an instant within it; by default 30 days before `to` */
readonly from?: string;
/** The day (UTC) after the last one, as a date; of an instant, its day is the last one. By default today is the last one; at most 366 days after `from` */
readonly to?: string;
};
    readonly output: Summary;
  };
  getTimeline: {
    readonly input: {
/** The object's id */
readonly id: string;
};
    readonly output: {
/** The object's type */
readonly object: "timeline";
/** The object's id */
readonly id: string;
/** Oldest first */
readonly data: readonly (TimelineEntry)[];
};
  };
  getToken: {
    readonly input: {
/** The token's contract */
readonly address: string;
/** The chain's id (EIP-155), where several have a token at the address */
readonly chainId?: number;
};
    readonly output: Token;
  };
  getTopMerchants: {
    readonly input: {
/** 1 to 100, default 20 */
readonly limit?: number;
/** The first day (UTC), as a date or an instant within it; by default 30 days before `to` */
readonly from?: string;
/** The day (UTC) after the last one, as a date; of an instant, its day is the last one. By default today is the last one; at most 366 days after `from` */
readonly to?: string;
};
    readonly output: AdminTopMerchants;
  };
  getTransaction: {
    readonly input: {
/** The object's id */
readonly id: string;
};
    readonly output: Transaction;
  };
  getVolume: {
    readonly input: {
/** The first day (UTC), as a date or an instant within it; by default 30 days before `to` */
readonly from?: string;
/** The day (UTC) after the last one, as a date; of an instant, its day is the last one. By default today is the last one; at most 366 days after `from` */
readonly to?: string;
};
    readonly output: Volume;
  };
  getWebhookDelivery: {
    readonly input: {
/** The object's id */
readonly id: string;
};
    readonly output: WebhookDelivery;
  };
  getWebhookEndpoint: {
    readonly input: {
/** The object's id */
readonly id: string;
};
    readonly output: WebhookEndpoint;
  };
  getWebhookInspector: {
    readonly input: Record<never, never>;
    readonly output: WebhookInspector;
  };
  getWebhookReplay: {
    readonly input: {
/** The object's id */
readonly id: string;
/** The replay's id */
readonly replayId: string;
};
    readonly output: WebhookReplay;
  };
  health: {
    readonly input: Record<never, never>;
    readonly output: {
/** The status */
readonly status: "ok";
/** The version of Stipend */
readonly version: string;
/** The uptime of the process, in seconds */
readonly uptimeSeconds: number;
};
  };
  inviteAdmin: {
    readonly input: {
/** The address to invite, without a display name */
readonly email: string;
/** The admin user's role */
readonly role: "read_only" | "admin" | "super_admin";
/** The person's name */
readonly name?: string | null;
};
    readonly output: AdminUser;
  };
  listAdmins: {
    readonly input: {
/** 1 to 100, default 20 */
readonly limit?: number;
/** `nextCursor` of the previous page */
readonly cursor?: string;
/** The admin user's role */
readonly role?: "read_only" | "admin" | "super_admin";
/** The status */
readonly status?: "active" | "suspended";
};
    readonly output: {
/** The object's type */
readonly object: "list";
/** The page's rows, newest first */
readonly data: readonly (AdminUser)[];
/** Whether there is a further page */
readonly hasMore: boolean;
/** The `cursor` of the next page; null on the last */
readonly nextCursor: string | null;
/** The list's path */
readonly url: string;
};
  };
  listAgentActivity: {
    readonly input: {
/** 1 to 100, default 20 */
readonly limit?: number;
/** `nextCursor` of the previous page */
readonly cursor?: string;
/** The capability that it is part of */
readonly capability?: "identity" | "recovery" | "routing" | "cashflow" | "commerce" | "pricing_intelligence";
/** Only objects created at this time or later */
readonly createdAfter?: string;
};
    readonly output: {
/** The object's type */
readonly object: "list";
/** The page's rows, newest first */
readonly data: readonly (AgentActivity)[];
/** Whether there is a further page */
readonly hasMore: boolean;
/** The `cursor` of the next page; null on the last */
readonly nextCursor: string | null;
/** The list's path */
readonly url: string;
};
  };
  listApiKeyRequests: {
    readonly input: {
/** The object's id */
readonly id: string;
/** 1 to 100, default 20 */
readonly limit?: number;
/** `nextCursor` of the previous page */
readonly cursor?: string;
/** Only objects created at this time or later */
readonly createdAfter?: string;
/** Only objects created before this time */
readonly createdBefore?: string;
};
    readonly output: {
/** The object's type */
readonly object: "list";
/** The page's rows, newest first */
readonly data: readonly (ApiKeyRequest)[];
/** Whether there is a further page */
readonly hasMore: boolean;
/** The `cursor` of the next page; null on the last */
readonly nextCursor: string | null;
/** The list's path */
readonly url: string;
};
  };
  listApiKeys: {
    readonly input: {
/** 1 to 100, default 20 */
readonly limit?: number;
/** `nextCursor` of the previous page */
readonly cursor?: string;
};
    readonly output: {
/** The object's type */
readonly object: "list";
/** The page's rows, newest first */
readonly data: readonly (ApiKey)[];
/** Whether there is a further page */
readonly hasMore: boolean;
/** The `cursor` of the next page; null on the last */
readonly nextCursor: string | null;
/** The list's path */
readonly url: string;
};
  };
  listAuditLog: {
    readonly input: {
/** 1 to 100, default 20 */
readonly limit?: number;
/** `nextCursor` of the previous page */
readonly cursor?: string;
/** Who acted */
readonly actorKind?: "operator" | "admin" | "system" | "key" | "session";
/** The id of the person or key */
readonly actorName?: string;
/** What was done */
readonly action?: string;
/** Whose setting it was */
readonly merchantId?: string;
/** The type of what was changed */
readonly subjectType?: string;
/** Its id */
readonly subjectId?: string;
/** Only objects created at this time or later */
readonly createdAfter?: string;
/** Only objects created before this time */
readonly createdBefore?: string;
};
    readonly output: {
/** The object's type */
readonly object: "list";
/** The page's rows, newest first */
readonly data: readonly (AuditEntry)[];
/** Whether there is a further page */
readonly hasMore: boolean;
/** The `cursor` of the next page; null on the last */
readonly nextCursor: string | null;
/** The list's path */
readonly url: string;
};
  };
  listBroadcasts: {
    readonly input: {
/** 1 to 100, default 20 */
readonly limit?: number;
/** `nextCursor` of the previous page */
readonly cursor?: string;
};
    readonly output: {
/** The object's type */
readonly object: "list";
/** The page's rows, newest first */
readonly data: readonly (Broadcast)[];
/** Whether there is a further page */
readonly hasMore: boolean;
/** The `cursor` of the next page; null on the last */
readonly nextCursor: string | null;
/** The list's path */
readonly url: string;
};
  };
  listComplianceLogs: {
    readonly input: {
/** 1 to 100, default 20 */
readonly limit?: number;
/** `nextCursor` of the previous page */
readonly cursor?: string;
/** Only this result */
readonly result?: "clear" | "flagged" | "blocked" | "unavailable";
/** Only this wallet */
readonly subject?: string;
/** The id of the object that the event is about */
readonly resourceId?: string;
/** Only objects created at this time or later */
readonly createdAfter?: string;
};
    readonly output: {
/** The object's type */
readonly object: "list";
/** The page's rows, newest first */
readonly data: readonly (ComplianceLog)[];
/** Whether there is a further page */
readonly hasMore: boolean;
/** The `cursor` of the next page; null on the last */
readonly nextCursor: string | null;
/** The list's path */
readonly url: string;
};
  };
  listContactMessages: {
    readonly input: {
/** 1 to 100, default 20 */
readonly limit?: number;
/** `nextCursor` of the previous page */
readonly cursor?: string;
/** Whether it is marked as answered */
readonly status?: "open" | "answered";
};
    readonly output: {
/** The object's type */
readonly object: "list";
/** The page's rows, newest first */
readonly data: readonly (AdminContactMessage)[];
/** Whether there is a further page */
readonly hasMore: boolean;
/** The `cursor` of the next page; null on the last */
readonly nextCursor: string | null;
/** The list's path */
readonly url: string;
};
  };
  listContracts: {
    readonly input: Record<never, never>;
    readonly output: AdminContractsList;
  };
  listCustomerValues: {
    readonly input: {
/** 1 to 100, default 20 */
readonly limit?: number;
/** `nextCursor` of the previous page */
readonly cursor?: string;
/** By default your default currency */
readonly currency?: "USDC" | "EURC";
};
    readonly output: {
/** The object's type */
readonly object: "list";
/** The page's rows, newest first */
readonly data: readonly (CustomerValue)[];
/** Whether there is a further page */
readonly hasMore: boolean;
/** The `cursor` of the next page; null on the last */
readonly nextCursor: string | null;
/** The list's path */
readonly url: string;
};
  };
  listCustomers: {
    readonly input: {
/** 1 to 100, default 20 */
readonly limit?: number;
/** `nextCursor` of the previous page */
readonly cursor?: string;
/** The merchant's own reference, unique per mode */
readonly externalRef?: string;
/** Only objects created at this time or later */
readonly createdAfter?: string;
/** Only objects created before this time */
readonly createdBefore?: string;
};
    readonly output: {
/** The object's type */
readonly object: "list";
/** The page's rows, newest first */
readonly data: readonly (Customer)[];
/** Whether there is a further page */
readonly hasMore: boolean;
/** The `cursor` of the next page; null on the last */
readonly nextCursor: string | null;
/** The list's path */
readonly url: string;
};
  };
  listEvents: {
    readonly input: {
/** 1 to 100, default 20 */
readonly limit?: number;
/** `nextCursor` of the previous page */
readonly cursor?: string;
/** Its kind */
readonly type?: "payment.created" | "payment.seen" | "payment.completed" | "payment.failed" | "payment.reverted" | "subscription.created" | "subscription.charged" | "subscription.charge_failed" | "subscription.recovery_attempt" | "subscription.recovery_outcome" | "subscription.cancelled" | "subscription.lapsed" | "refund.created" | "refund.completed" | "refund.failed" | "invoice.created" | "invoice.sent" | "invoice.paid" | "invoice.overdue" | "agent.action_executed" | "agent.job_proposed" | "agent.job_completed" | "agent.job_disputed" | "compliance.wallet_flagged" | "compliance.wallet_blocked" | "webhook.test";
/** The id of the object that the event is about */
readonly resourceId?: string;
/** Only events of a higher `sequence` */
readonly afterSequence?: number;
/** `desc`: newest first, the default. `asc`: by position, oldest first, without a gap; the filters are for `desc` alone */
readonly order?: "asc" | "desc";
/** Only events behind this position, in order; by default it begins with the oldest */
readonly after?: number;
/** Seconds, at most 30, to wait for an event where none is behind `after` */
readonly wait?: number;
};
    readonly output: {
/** The object's type */
readonly object: "list";
/** The page's rows, newest first */
readonly data: readonly (ListedEvent)[];
/** Whether there is a further page */
readonly hasMore: boolean;
/** The `cursor` of the next page; null on the last */
readonly nextCursor: string | null;
/** The list's path */
readonly url: string;
};
  };
  listHeldPayments: {
    readonly input: Record<never, never>;
    readonly output: AdminHolds;
  };
  listHolds: {
    readonly input: {
/** 1 to 100, default 20 */
readonly limit?: number;
/** `nextCursor` of the previous page */
readonly cursor?: string;
/** `true`: only those that can still be decided; `false`: only those that you return */
readonly open?: "true" | "false";
};
    readonly output: {
/** The object's type */
readonly object: "list";
/** The page's rows, newest first */
readonly data: readonly (ComplianceHold)[];
/** Whether there is a further page */
readonly hasMore: boolean;
/** The `cursor` of the next page; null on the last */
readonly nextCursor: string | null;
/** The list's path */
readonly url: string;
};
  };
  listInspectedWebhooks: {
    readonly input: {
/** 1 to 100, default 20 */
readonly limit?: number;
/** `nextCursor` of the previous page */
readonly cursor?: string;
};
    readonly output: {
/** The object's type */
readonly object: "list";
/** The page's rows, newest first */
readonly data: readonly (InspectedWebhook)[];
/** Whether there is a further page */
readonly hasMore: boolean;
/** The `cursor` of the next page; null on the last */
readonly nextCursor: string | null;
/** The list's path */
readonly url: string;
};
  };
  listInvoices: {
    readonly input: {
/** 1 to 100, default 20 */
readonly limit?: number;
/** `nextCursor` of the previous page */
readonly cursor?: string;
/** The status */
readonly status?: "draft" | "sent" | "overdue" | "paid" | "void";
};
    readonly output: {
/** The object's type */
readonly object: "list";
/** The page's rows, newest first */
readonly data: readonly (Invoice)[];
/** Whether there is a further page */
readonly hasMore: boolean;
/** The `cursor` of the next page; null on the last */
readonly nextCursor: string | null;
/** The list's path */
readonly url: string;
};
  };
  listJobs: {
    readonly input: {
/** 1 to 100, default 20 */
readonly limit?: number;
/** `nextCursor` of the previous page */
readonly cursor?: string;
/** The status */
readonly status?: "pending_approval" | "approved" | "funded" | "submitted" | "completed" | "rejected" | "expired" | "failed" | "cancelled";
/** The vendor's wallet */
readonly vendorAddress?: string;
};
    readonly output: {
/** The object's type */
readonly object: "list";
/** The page's rows, newest first */
readonly data: readonly (AgentJob)[];
/** Whether there is a further page */
readonly hasMore: boolean;
/** The `cursor` of the next page; null on the last */
readonly nextCursor: string | null;
/** The list's path */
readonly url: string;
};
  };
  listMails: {
    readonly input: {
/** 1 to 100, default 20 */
readonly limit?: number;
/** `nextCursor` of the previous page */
readonly cursor?: string;
/** What came of it; `withheld` and `cancelled` were not sent */
readonly state?: "queued" | "sending" | "sent" | "refused" | "failed" | "withheld" | "cancelled";
/** What it tells */
readonly kind?: string;
/** The whole address, in any case */
readonly address?: string;
};
    readonly output: {
/** The object's type */
readonly object: "list";
/** The page's rows, newest first */
readonly data: readonly (AdminMail)[];
/** Whether there is a further page */
readonly hasMore: boolean;
/** The `cursor` of the next page; null on the last */
readonly nextCursor: string | null;
/** The list's path */
readonly url: string;
};
  };
  listMerchants: {
    readonly input: {
/** 1 to 100, default 20 */
readonly limit?: number;
/** `nextCursor` of the previous page */
readonly cursor?: string;
/** Part of the name or email address, a whole id, or a wallet */
readonly q?: string;
/** The status */
readonly status?: "active" | "suspended" | "closed";
/** The pricing tier, which sets the fee */
readonly tier?: "free" | "growth" | "business" | "enterprise";
/** Whether a registry of live mode has the merchant */
readonly hasLive?: "true" | "false";
/** Only objects created at this time or later */
readonly createdAfter?: string;
/** Only objects created before this time */
readonly createdBefore?: string;
};
    readonly output: {
/** The object's type */
readonly object: "list";
/** The page's rows, newest first */
readonly data: readonly (AdminMerchant)[];
/** Whether there is a further page */
readonly hasMore: boolean;
/** The `cursor` of the next page; null on the last */
readonly nextCursor: string | null;
/** The list's path */
readonly url: string;
};
  };
  listMovements: {
    readonly input: {
/** 1 to 100, default 20 */
readonly limit?: number;
/** `nextCursor` of the previous page */
readonly cursor?: string;
/** The first day (UTC), as a date or an instant within it; by default 30 days before `to` */
readonly from?: string;
/** The day (UTC) after the last one, as a date; of an instant, its day is the last one. By default today is the last one; at most 366 days after `from` */
readonly to?: string;
};
    readonly output: {
/** The object's type */
readonly object: "list";
/** The page's rows, newest first */
readonly data: readonly (BookMovement)[];
/** Whether there is a further page */
readonly hasMore: boolean;
/** The `cursor` of the next page; null on the last */
readonly nextCursor: string | null;
/** The list's path */
readonly url: string;
};
  };
  listNotifications: {
    readonly input: {
/** 1 to 100, default 20 */
readonly limit?: number;
};
    readonly output: Notifications;
  };
  listOpenSubmissions: {
    readonly input: Record<never, never>;
    readonly output: AdminSubmissions;
  };
  listOrders: {
    readonly input: {
/** 1 to 100, default 20 */
readonly limit?: number;
/** `nextCursor` of the previous page */
readonly cursor?: string;
/** Only those of this product */
readonly productId?: string;
/** Only those of this payment link */
readonly linkId?: string;
/** Only objects created at this time or later */
readonly createdAfter?: string;
/** Only objects created before this time */
readonly createdBefore?: string;
};
    readonly output: {
/** The object's type */
readonly object: "list";
/** The page's rows, newest first */
readonly data: readonly (StorefrontOrder)[];
/** Whether there is a further page */
readonly hasMore: boolean;
/** The `cursor` of the next page; null on the last */
readonly nextCursor: string | null;
/** The list's path */
readonly url: string;
};
  };
  listOwnMerchants: {
    readonly input: Record<never, never>;
    readonly output: {
/** The object's type */
readonly object: "list";
/** The page's rows, newest first */
readonly data: readonly (MerchantMembership)[];
/** Whether there is a further page */
readonly hasMore: boolean;
/** The `cursor` of the next page; null on the last */
readonly nextCursor: string | null;
/** The list's path */
readonly url: string;
};
  };
  listPaymentLinks: {
    readonly input: {
/** 1 to 100, default 20 */
readonly limit?: number;
/** `nextCursor` of the previous page */
readonly cursor?: string;
/** `true`: those that can be paid */
readonly active?: "true" | "false";
};
    readonly output: {
/** The object's type */
readonly object: "list";
/** The page's rows, newest first */
readonly data: readonly (PaymentLink)[];
/** Whether there is a further page */
readonly hasMore: boolean;
/** The `cursor` of the next page; null on the last */
readonly nextCursor: string | null;
/** The list's path */
readonly url: string;
};
  };
  listPlans: {
    readonly input: {
/** 1 to 100, default 20 */
readonly limit?: number;
/** `nextCursor` of the previous page */
readonly cursor?: string;
/** `true`: those that are not archived */
readonly active?: "true" | "false";
/** Only objects created at this time or later */
readonly createdAfter?: string;
/** Only objects created before this time */
readonly createdBefore?: string;
};
    readonly output: {
/** The object's type */
readonly object: "list";
/** The page's rows, newest first */
readonly data: readonly (SubscriptionPlan)[];
/** Whether there is a further page */
readonly hasMore: boolean;
/** The `cursor` of the next page; null on the last */
readonly nextCursor: string | null;
/** The list's path */
readonly url: string;
};
  };
  listProducts: {
    readonly input: {
/** 1 to 100, default 20 */
readonly limit?: number;
/** `nextCursor` of the previous page */
readonly cursor?: string;
/** `true`: those on sale; `false`: those that are not active */
readonly active?: "true" | "false";
};
    readonly output: {
/** The object's type */
readonly object: "list";
/** The page's rows, newest first */
readonly data: readonly (Product)[];
/** Whether there is a further page */
readonly hasMore: boolean;
/** The `cursor` of the next page; null on the last */
readonly nextCursor: string | null;
/** The list's path */
readonly url: string;
};
  };
  listRefunds: {
    readonly input: {
/** 1 to 100, default 20 */
readonly limit?: number;
/** `nextCursor` of the previous page */
readonly cursor?: string;
/** The id of the transaction */
readonly transactionId?: string;
/** The status */
readonly status?: "pending" | "submitted" | "completed" | "failed" | "cancelled";
/** Only objects created at this time or later */
readonly createdAfter?: string;
/** Only objects created before this time */
readonly createdBefore?: string;
};
    readonly output: {
/** The object's type */
readonly object: "list";
/** The page's rows, newest first */
readonly data: readonly (Refund)[];
/** Whether there is a further page */
readonly hasMore: boolean;
/** The `cursor` of the next page; null on the last */
readonly nextCursor: string | null;
/** The list's path */
readonly url: string;
};
  };
  listRelayWallets: {
    readonly input: Record<never, never>;
    readonly output: AdminRelayWallets;
  };
  listRenewals: {
    readonly input: {
/** 1 to 100, default 20 */
readonly limit?: number;
/** `nextCursor` of the previous page */
readonly cursor?: string;
/** The beginning, as a date (UTC) or an instant; now by default */
readonly from?: string;
/** The end, which is not part of it, as a date (UTC) or an instant; seven days after `from` by default, 366 days after it at most */
readonly to?: string;
/** `true`: those that would fail as things are; `false`: the others, unknown and paused ones included */
readonly blocked?: "true" | "false";
};
    readonly output: {
/** The object's type */
readonly object: "list";
/** The page's rows, the earliest due first */
readonly data: readonly (Renewal)[];
/** Whether there is a further page */
readonly hasMore: boolean;
/** The `cursor` of the next page; null on the last */
readonly nextCursor: string | null;
/** The list's path */
readonly url: string;
};
  };
  listRequestErrors: {
    readonly input: {
/** Only objects created at this time or later */
readonly createdAfter?: string;
/** Only objects created before this time */
readonly createdBefore?: string;
};
    readonly output: RequestErrors;
  };
  listRequests: {
    readonly input: {
/** 1 to 100, default 20 */
readonly limit?: number;
/** `nextCursor` of the previous page */
readonly cursor?: string;
/** Only objects created at this time or later */
readonly createdAfter?: string;
/** Only objects created before this time */
readonly createdBefore?: string;
/** Only answers of a class */
readonly status?: "2xx" | "3xx" | "4xx" | "5xx";
/** Only requests of a path's pattern */
readonly route?: string;
};
    readonly output: {
/** The object's type */
readonly object: "list";
/** The page's rows, newest first */
readonly data: readonly (LoggedRequest)[];
/** Whether there is a further page */
readonly hasMore: boolean;
/** The `cursor` of the next page; null on the last */
readonly nextCursor: string | null;
/** The list's path */
readonly url: string;
};
  };
  listSessions: {
    readonly input: {
/** 1 to 100, default 20 */
readonly limit?: number;
/** `nextCursor` of the previous page */
readonly cursor?: string;
/** The status */
readonly status?: "created" | "pending" | "confirmed" | "expired" | "cancelled" | "refunded";
/** The customer's id */
readonly customerId?: string;
/** Only objects created at this time or later */
readonly createdAfter?: string;
/** Only objects created before this time */
readonly createdBefore?: string;
};
    readonly output: {
/** The object's type */
readonly object: "list";
/** The page's rows, newest first */
readonly data: readonly (PaymentSession)[];
/** Whether there is a further page */
readonly hasMore: boolean;
/** The `cursor` of the next page; null on the last */
readonly nextCursor: string | null;
/** The list's path */
readonly url: string;
};
  };
  listSubscriptions: {
    readonly input: {
/** 1 to 100, default 20 */
readonly limit?: number;
/** `nextCursor` of the previous page */
readonly cursor?: string;
/** The status */
readonly status?: "pending" | "trialing" | "active" | "past_due" | "lapsed" | "completed" | "cancelled";
/** The plan's id */
readonly planId?: string;
/** The customer's id */
readonly customerId?: string;
/** Only objects created at this time or later */
readonly createdAfter?: string;
/** Only objects created before this time */
readonly createdBefore?: string;
};
    readonly output: {
/** The object's type */
readonly object: "list";
/** The page's rows, newest first */
readonly data: readonly (Subscription)[];
/** Whether there is a further page */
readonly hasMore: boolean;
/** The `cursor` of the next page; null on the last */
readonly nextCursor: string | null;
/** The list's path */
readonly url: string;
};
  };
  listTransactions: {
    readonly input: {
/** 1 to 100, default 20 */
readonly limit?: number;
/** `nextCursor` of the previous page */
readonly cursor?: string;
/** The status */
readonly status?: "pending" | "reorged" | "confirmed";
/** Its kind */
readonly type?: "payment" | "subscription_charge" | "refund" | "agent_job" | "unmatched_deposit";
/** The stablecoin */
readonly currency?: "USDC" | "EURC";
/** The customer's id */
readonly customerId?: string;
/** The payment session's id */
readonly sessionId?: string;
/** The subscription's id */
readonly subscriptionId?: string;
/** Only objects created at this time or later */
readonly createdAfter?: string;
/** Only objects created before this time */
readonly createdBefore?: string;
};
    readonly output: {
/** The object's type */
readonly object: "list";
/** The page's rows, newest first */
readonly data: readonly (Transaction)[];
/** Whether there is a further page */
readonly hasMore: boolean;
/** The `cursor` of the next page; null on the last */
readonly nextCursor: string | null;
/** The list's path */
readonly url: string;
};
  };
  listWebhookDeliveries: {
    readonly input: {
/** 1 to 100, default 20 */
readonly limit?: number;
/** `nextCursor` of the previous page */
readonly cursor?: string;
/** The webhook endpoint's id */
readonly endpointId?: string;
/** The event's id */
readonly eventId?: string;
/** The status */
readonly status?: "pending" | "succeeded" | "failed" | "exhausted";
/** Its kind */
readonly type?: "payment.created" | "payment.seen" | "payment.completed" | "payment.failed" | "payment.reverted" | "subscription.created" | "subscription.charged" | "subscription.charge_failed" | "subscription.recovery_attempt" | "subscription.recovery_outcome" | "subscription.cancelled" | "subscription.lapsed" | "refund.created" | "refund.completed" | "refund.failed" | "invoice.created" | "invoice.sent" | "invoice.paid" | "invoice.overdue" | "agent.action_executed" | "agent.job_proposed" | "agent.job_completed" | "agent.job_disputed" | "compliance.wallet_flagged" | "compliance.wallet_blocked" | "webhook.test";
};
    readonly output: {
/** The object's type */
readonly object: "list";
/** The page's rows, newest first */
readonly data: readonly (WebhookDelivery)[];
/** Whether there is a further page */
readonly hasMore: boolean;
/** The `cursor` of the next page; null on the last */
readonly nextCursor: string | null;
/** The list's path */
readonly url: string;
};
  };
  listWebhookEndpoints: {
    readonly input: {
/** 1 to 100, default 20 */
readonly limit?: number;
/** `nextCursor` of the previous page */
readonly cursor?: string;
};
    readonly output: {
/** The object's type */
readonly object: "list";
/** The page's rows, newest first */
readonly data: readonly (WebhookEndpoint)[];
/** Whether there is a further page */
readonly hasMore: boolean;
/** The `cursor` of the next page; null on the last */
readonly nextCursor: string | null;
/** The list's path */
readonly url: string;
};
  };
  listWebhookReplays: {
    readonly input: {
/** The object's id */
readonly id: string;
/** 1 to 100, default 20 */
readonly limit?: number;
/** `nextCursor` of the previous page */
readonly cursor?: string;
};
    readonly output: {
/** The object's type */
readonly object: "list";
/** The page's rows, newest first */
readonly data: readonly (WebhookReplay)[];
/** Whether there is a further page */
readonly hasMore: boolean;
/** The `cursor` of the next page; null on the last */
readonly nextCursor: string | null;
/** The list's path */
readonly url: string;
};
  };
  lockSignIn: {
    readonly input: {
/** The object's id */
readonly id: string;
} & {
/** Why, for the audit log */
readonly reason?: string | null;
/** Only say what would be done, and change nothing */
readonly dryRun?: boolean;
};
    readonly output: AdminSignInLock;
  };
  markNotificationsRead: {
    readonly input: Record<never, never>;
    readonly output: NotificationsRead;
  };
  onboardMerchant: {
    readonly input: {
/** The merchant's name as payers see it */
readonly businessName: string;
/** The sector of the business */
readonly businessSector: string;
/** Its country (ISO 3166-1) */
readonly countryCode: string;
/** The wallet that payments go to */
readonly payoutAddress: string;
/** Its website */
readonly websiteUrl?: string;
/** The merchant's logo */
readonly logoUrl?: string;
/** The phone number; visible only to the platform */
readonly phone?: string;
/** The default currency */
readonly defaultCurrency?: "USDC" | "EURC";
};
    readonly output: OnboardedMerchant;
  };
  openWebhookInspector: {
    readonly input: Record<never, never>;
    readonly output: WebhookInspector;
  };
  pauseSubscription: {
    readonly input: {
/** The object's id */
readonly id: string;
};
    readonly output: Subscription;
  };
  proveWallet: {
    readonly input: WalletProof;
    readonly output: ChainStatus;
  };
  publishStorefront: {
    readonly input: Record<never, never>;
    readonly output: Storefront;
  };
  reactivateMerchant: {
    readonly input: {
/** The object's id */
readonly id: string;
} & {
/** Why, for the audit log */
readonly reason?: string | null;
};
    readonly output: AdminMerchantChange;
  };
  ready: {
    readonly input: {
/** Asks whether this mode can settle */
readonly mode?: "test" | "live";
};
    readonly output: {
/** The status; `fail` comes with 503 */
readonly status: "ok" | "degraded" | "fail";
/** The checks, by name; `docs/operations/symptoms.md` explains each */
readonly checks: { readonly [name: string]: {
/** The status */
readonly status: "ok" | "warn" | "fail";
/** The result, for people */
readonly detail: string | null;
} };
/** Whether payments are settled now, by mode */
readonly modes: {
/** Test mode */
readonly test: {
/** Whether payments of this mode are settled now */
readonly settles: boolean;
/** Why they are not */
readonly reasons: readonly (string)[];
};
/** Live mode */
readonly live: {
/** Whether payments of this mode are settled now */
readonly settles: boolean;
/** Why they are not */
readonly reasons: readonly (string)[];
};
};
};
  };
  recordPlanPayer: {
    readonly input: {
/** The object's id */
readonly id: string;
} & {
/** The e-mail address */
readonly email: string;
/** The wallet's address */
readonly walletAddress: string;
};
    readonly output: {
/** The object's type */
readonly object: "plan_payer";
/** The plan's id */
readonly planId: string;
/** Whether it was recorded */
readonly recorded: boolean;
};
  };
  recordRefundSignature: {
    readonly input: {
/** The object's id */
readonly id: string;
} & {
/** 32 bytes in hex */
readonly refundTxHash: string;
};
    readonly output: Refund;
  };
  recordSessionPayer: {
    readonly input: {
/** The object's id */
readonly id: string;
} & {
/** The e-mail address */
readonly email: string;
/** The wallet's address */
readonly walletAddress: string;
};
    readonly output: {
/** The object's type */
readonly object: "checkout_payer";
/** The payment session's id */
readonly sessionId: string;
/** Whether it was recorded */
readonly recorded: boolean;
};
  };
  refundHeldPayment: {
    readonly input: {
/** The object's id */
readonly id: string;
} & {
/** Why, for the audit log */
readonly reason?: string | null;
/** Only say what would be done, and change nothing */
readonly dryRun?: boolean;
};
    readonly output: AdminHoldDecision;
  };
  refundHold: {
    readonly input: {
/** The held transaction's id */
readonly transactionId: string;
} & {
/** Why you decide so. It is kept in the audit log; the payer is not told */
readonly reason: string;
};
    readonly output: ComplianceHold;
  };
  refuseHeldPayment: {
    readonly input: {
/** The object's id */
readonly id: string;
} & {
/** Why, for the audit log */
readonly reason?: string | null;
/** Only say what would be done, and change nothing */
readonly dryRun?: boolean;
};
    readonly output: AdminHoldDecision;
  };
  relayPayment: {
    readonly input: {
/** The client's name for the submission: it is made once */
readonly idempotencyKey: string;
/** The merchant's id in the on-chain registry */
readonly merchantId: string;
/** The token's contract */
readonly token: string;
/** The payer's EIP-3009 authorization, as it was signed */
readonly auth: {
/** The payer's wallet */
readonly from: string;
/** Integer string */
readonly amount: string;
/** From when the authorization holds, in seconds since 1970 */
readonly validAfter: string;
/** Until when the authorization holds, in seconds since 1970 */
readonly validBefore: string;
/** The authorization's nonce */
readonly nonce: string;
};
/** The keccak-256 of the session's id, which ties a payment to it */
readonly ref: string;
/** The payer's signature of the authorization */
readonly authSignature: {
/** The recovery id: 0, 1, 27 or 28 */
readonly v: number;
/** The first half of the signature */
readonly r: string;
/** The second half of the signature */
readonly s: string;
} | string;
/** The payer's signature of the payment intent (EIP-712); left out with one signature */
readonly intentSignature?: {
/** The recovery id: 0, 1, 27 or 28 */
readonly v: number;
/** The first half of the signature */
readonly r: string;
/** The second half of the signature */
readonly s: string;
} | string;
/** With one signature: the `salt` of `PaymentTerms`, whose EIP-712 digest is `auth.nonce`; below 2^96 */
readonly salt?: string;
/** The payment session's id */
readonly sessionId?: string;
/** The chain's id (EIP-155), where the mode has several: the first one where the merchant is registered by default */
readonly chainId?: number;
/** The registry that the payer signed, where a mode has several on a chain: that of the session or plan, else of the chain, by default */
readonly registry?: string;
};
    readonly output: RelaySubmission;
  };
  relaySubscription: {
    readonly input: {
/** The client's name for the submission: it is made once */
readonly idempotencyKey: string;
/** The merchant's id in the on-chain registry */
readonly merchantId: string;
/** The token's contract */
readonly token: string;
/** The maximum for one period, in the token's smallest unit */
readonly amount: string;
/** Seconds between two charges */
readonly interval: number;
/** Unix seconds: when the first charge falls due */
readonly startAt: string;
/** Unix seconds: no charges are made from this time; 0 for no end */
readonly endAt: string;
/** The token's permit (EIP-2612) to the contract for subscriptions */
readonly permitData: {
/** The owner of the nonce */
readonly owner: string;
/** Integer string */
readonly value: string;
/** Integer string */
readonly deadline: string;
};
/** The payer's signature of the permit */
readonly permitSignature: {
/** The recovery id: 0, 1, 27 or 28 */
readonly v: number;
/** The first half of the signature */
readonly r: string;
/** The second half of the signature */
readonly s: string;
} | string;
/** The payer's signature of the payment intent (EIP-712); left out with one signature */
readonly intentSignature: {
/** The recovery id: 0, 1, 27 or 28 */
readonly v: number;
/** The first half of the signature */
readonly r: string;
/** The second half of the signature */
readonly s: string;
} | string;
/** The plan, or the payer's own pending subscription whose enrolment failed. The intent's `ref` is keccak256 of the plan's id, and zero without a plan */
readonly subscriptionInternalId?: string;
/** The chain's id (EIP-155), where the mode has several: the first one where the merchant is registered by default */
readonly chainId?: number;
/** The registry that the payer signed, where a mode has several on a chain: that of the session or plan, else of the chain, by default */
readonly registry?: string;
};
    readonly output: RelaySubmission;
  };
  releaseHeldPayment: {
    readonly input: {
/** The object's id */
readonly id: string;
} & {
/** Why, for the audit log */
readonly reason?: string | null;
/** Only say what would be done, and change nothing */
readonly dryRun?: boolean;
};
    readonly output: AdminHoldDecision;
  };
  releaseHold: {
    readonly input: {
/** The held transaction's id */
readonly transactionId: string;
} & {
/** Why you decide so. It is kept in the audit log; the payer is not told */
readonly reason: string;
};
    readonly output: ComplianceHold;
  };
  removeAdmin: {
    readonly input: {
/** The object's id */
readonly id: string;
};
    readonly output: AdminUser;
  };
  reopenContactMessage: {
    readonly input: {
/** The object's id */
readonly id: string;
};
    readonly output: AdminContactMessage;
  };
  replayEndpointEvents: {
    readonly input: {
/** The object's id */
readonly id: string;
} & {
/** The `position` of the first event */
readonly fromPosition?: number;
/** The `position` of the last event */
readonly toPosition?: number;
/** Only objects created at this time or later */
readonly createdAfter?: string;
/** Only objects created before this time */
readonly createdBefore?: string;
/** Only events of these types; null, or left out, for all */
readonly types?: readonly ("payment.created" | "payment.seen" | "payment.completed" | "payment.failed" | "payment.reverted" | "subscription.created" | "subscription.charged" | "subscription.charge_failed" | "subscription.recovery_attempt" | "subscription.recovery_outcome" | "subscription.cancelled" | "subscription.lapsed" | "refund.created" | "refund.completed" | "refund.failed" | "invoice.created" | "invoice.sent" | "invoice.paid" | "invoice.overdue" | "agent.action_executed" | "agent.job_proposed" | "agent.job_completed" | "agent.job_disputed" | "compliance.wallet_flagged" | "compliance.wallet_blocked" | "webhook.test")[];
/** Why, for the audit log */
readonly reason?: string | null;
/** Only say what would be done, and change nothing */
readonly dryRun?: boolean;
};
    readonly output: AdminEndpointReplay;
  };
  replayWebhookDelivery: {
    readonly input: {
/** The object's id */
readonly id: string;
};
    readonly output: WebhookDelivery;
  };
  requestPlanSigning: {
    readonly input: {
/** The object's id */
readonly id: string;
} & {
/** The wallet that signs and pays */
readonly payer: string;
/** Unix seconds: when the first charge falls due. By default now, after the plan's trial, or where the payer's subscription of the plan ends */
readonly startAt?: string;
/** Unix seconds: no charges are made from this time. By default after the plan's cycles, or a year of a plan without end (three of a yearly one) */
readonly endAt?: string;
};
    readonly output: SubscriptionSigning;
  };
  requestSessionSigning: {
    readonly input: {
/** The object's id */
readonly id: string;
} & {
/** The wallet that signs and pays */
readonly payer: string;
/** An authorization alone, or with a `PaymentIntent`. By default as before, at first `one_signature` */
readonly form?: "one_signature" | "two_signatures";
/** The chain's id (EIP-155) */
readonly chainId?: number;
};
    readonly output: PaymentSigning;
  };
  requestWalletProof: {
    readonly input: {
/** The owner, who can change where payments go: the payout wallet by default */
readonly owner?: string;
};
    readonly output: WalletProofRequest;
  };
  requeueSubmission: {
    readonly input: {
/** The object's id */
readonly id: string;
} & {
/** Why, for the audit log */
readonly reason?: string | null;
/** Only say what would be done, and change nothing */
readonly dryRun?: boolean;
};
    readonly output: AdminRequeue;
  };
  resendMail: {
    readonly input: {
/** The object's id */
readonly id: string;
} & {
/** Why, for the audit log */
readonly reason?: string | null;
/** Only say what would be done, and change nothing */
readonly dryRun?: boolean;
};
    readonly output: AdminMail;
  };
  resumeIndexer: {
    readonly input: {
/** The chain's id (EIP-155) */
readonly chainId: number;
/** Why, for the audit log */
readonly reason?: string | null;
/** Only say what would be done, and change nothing */
readonly dryRun?: boolean;
};
    readonly output: AdminResumption;
  };
  resumeSubscription: {
    readonly input: {
/** The object's id */
readonly id: string;
};
    readonly output: Subscription;
  };
  retireRelayWallet: {
    readonly input: {
/** The chain's id (EIP-155) */
readonly chainId: number;
/** The wallet */
readonly address: string;
/** Why, for the audit log */
readonly reason?: string | null;
/** Only say what would be done, and change nothing */
readonly dryRun?: boolean;
};
    readonly output: AdminWalletRetirement;
  };
  revealApiKeySuccessor: {
    readonly input: {
/** The object's id */
readonly id: string;
};
    readonly output: ApiKeyWithSecret;
  };
  revokeApiKey: {
    readonly input: {
/** The object's id */
readonly id: string;
};
    readonly output: ApiKey;
  };
  rotateApiKey: {
    readonly input: {
/** The object's id */
readonly id: string;
};
    readonly output: ApiKeyWithSecret;
  };
  rotateWebhookSecret: {
    readonly input: {
/** The object's id */
readonly id: string;
};
    readonly output: WebhookEndpointWithSecret;
  };
  saveStorefront: {
    readonly input: {
/** The last part of the shop's address */
readonly slug: string;
/** The name */
readonly name: string;
/** The merchant's description; payers see the description of a session */
readonly description: string | null;
/** The merchant's logo */
readonly logoUrl: string | null;
/** The cover picture's address, as it was given; the shop shows a copy of ours */
readonly coverImageUrl: string | null;
/** The color of buttons, made darker or lighter where it would be hard to read */
readonly accentColor: string | null;
/** The merchant's pages elsewhere, at most 10 */
readonly socialLinks?: readonly (string)[];
};
    readonly output: Storefront;
  };
  search: {
    readonly input: {
/** The search text */
readonly q: string;
};
    readonly output: {
/** The object's type */
readonly object: "search_result";
/** The results, by type, newest first */
readonly data: readonly (SearchHit)[];
};
  };
  sendContactMessage: {
    readonly input: {
/** The sender's name */
readonly name: string;
/** The sender's email address */
readonly email: string;
/** The topic */
readonly topic: "sales" | "support" | "partnership" | "security" | "other";
/** The message */
readonly message: string;
/** The company of the sender */
readonly company?: string;
};
    readonly output: ContactMessage;
  };
  sendInvoice: {
    readonly input: {
/** The object's id */
readonly id: string;
};
    readonly output: Invoice;
  };
  setKeeper: {
    readonly input: {
/** The contracts' deployment */
readonly deploymentId: string;
/** The account */
readonly account: string;
/** Whether it may charge subscriptions */
readonly allowed: boolean;
/** Why, for the audit log */
readonly reason?: string | null;
/** Only say what would be done, and change nothing */
readonly dryRun?: boolean;
};
    readonly output: AdminOperatorCall;
  };
  streamEvents: {
    readonly input: {
/** Only events after this position; `Last-Event-ID` takes precedence */
readonly after?: number;
};
    readonly output: ListedEvent;
  };
  suspendMerchant: {
    readonly input: {
/** The object's id */
readonly id: string;
} & {
/** Why, for the audit log */
readonly reason?: string | null;
};
    readonly output: AdminMerchantChange;
  };
  sweepFees: {
    readonly input: {
/** The contracts' deployment */
readonly deploymentId: string;
/** Which contract's fees */
readonly contract?: "processor" | "subscriptions" | "escrow";
/** The stablecoin */
readonly currency: "USDC" | "EURC";
/** Why, for the audit log */
readonly reason?: string | null;
/** Only say what would be done, and change nothing */
readonly dryRun?: boolean;
};
    readonly output: AdminOperatorCall;
  };
  syncMerchant: {
    readonly input: {
/** Of the identity provider */
readonly accessToken: string;
};
    readonly output: Merchant;
  };
  testWebhookEndpoint: {
    readonly input: {
/** The object's id */
readonly id: string;
};
    readonly output: {
/** The object's type */
readonly object: "event";
/** The object's id */
readonly id: string;
/** Its kind */
readonly type: string;
};
  };
  transferOwnership: {
    readonly input: {
/** The new owner, who can then change where payments go */
readonly newOwner: string;
};
    readonly output: OwnershipTransfer;
  };
  unlockSignIn: {
    readonly input: {
/** The object's id */
readonly id: string;
} & {
/** Why, for the audit log */
readonly reason?: string | null;
/** Only say what would be done, and change nothing */
readonly dryRun?: boolean;
};
    readonly output: AdminSignInLock;
  };
  unpublishStorefront: {
    readonly input: Record<never, never>;
    readonly output: Storefront;
  };
  updateAgentConfig: {
    readonly input: {
/** What the agent may do */
readonly enabledCapabilities?: readonly ("identity" | "recovery" | "routing" | "cashflow" | "commerce" | "pricing_intelligence")[];
/** How failed renewals are tried again, and what payers are told of them */
readonly recovery?: {
/** Hours after the first failure in which a renewal is tried again */
readonly gracePeriodHours?: 24 | 48 | 72;
/** How often it is tried again within that time */
readonly strategy?: "once" | "twice" | "until_grace_ends";
/** A text for payers whose renewal failed, with placeholders such as `{{plan_name}}`, `{{amount}}` and `{{grace_ends}}`; null for the standard words alone */
readonly notificationTemplate: string | null;
};
/** The daily digest, and what it watches */
readonly cashflow?: {
/** Whether the digest is mailed each day */
readonly digestEnabled?: boolean;
/** How far a day must lie from the usual, in robust standard deviations, to be told: low 4, medium 3, high 2 */
readonly anomalySensitivity?: "low" | "medium" | "high";
/** Kept, and never acts */
readonly autoConvertToYield?: boolean;
/** What the payout wallet should keep, in US cents */
readonly minimumLiquidReserveCents?: number;
};
/** Limits of what the agent may buy */
readonly commerce?: {
/** A job above this amount, in US cents, waits for a person */
readonly requireHumanApprovalAboveUsdCents?: number;
/** Vendors whom the agent may pay without a person; empty: all */
readonly approvedVendors?: readonly (string)[];
/** The most that jobs of 30 days may cost, in US cents; null: no cap */
readonly monthlySpendCapUsdCents: number | null;
};
};
    readonly output: AgentConfig;
  };
  updateCustomer: {
    readonly input: {
/** The object's id */
readonly id: string;
} & {
/** The e-mail address */
readonly email?: string | null;
/** The name */
readonly name?: string | null;
/** The merchant's own reference, unique per mode */
readonly externalRef?: string | null;
/** The merchant's own keys, at most 50 of 1 to 40 characters. Texts have at most 500 characters; other values together at most 16 kB, nested at most 8 levels */
readonly metadata?: { readonly [name: string]: unknown };
};
    readonly output: Customer;
  };
  updateNotificationPreferences: {
    readonly input: {
/** The kinds to change, each with its new value */
readonly preferences: { readonly [name in "payment.completed" | "payment.reverted" | "subscription.created" | "subscription.charged" | "subscription.charge_failed" | "subscription.cancelled" | "subscription.lapsed" | "refund.completed" | "refund.failed" | "invoice.overdue" | "compliance.wallet_blocked" | "compliance.wallet_flagged" | "invoice.undelivered" | "compliance.hold_decided" | "refund.waiting" | "product.sold_out" | "webhook_endpoint.failing" | "webhook_endpoint.disabled"]?: "bell" | "mail" | "both" | "none" };
};
    readonly output: NotificationPreferences;
  };
  updateOwnMerchant: {
    readonly input: {
/** The merchant's name as payers see it */
readonly businessName?: string;
/** The wallet that payments go to */
readonly payoutAddress?: string;
/** The default currency */
readonly defaultCurrency?: "USDC" | "EURC";
/** Its website */
readonly websiteUrl?: string | null;
/** The merchant's logo */
readonly logoUrl?: string | null;
/** The email address for payers' questions */
readonly supportEmail?: string | null;
/** Whose calendar the dates of invoices and emails are of (IANA); `UTC` by default */
readonly timeZone?: string;
/** Its country (ISO 3166-1) */
readonly countryCode?: string | null;
/** The merchant's own keys, at most 50 of 1 to 40 characters. Texts have at most 500 characters; other values together at most 16 kB, nested at most 8 levels */
readonly metadata?: { readonly [name: string]: unknown };
/** The email notifications of the merchant */
readonly emailPrefs?: {
/** An email for each payment, once it is final */
readonly paymentReceived?: boolean;
/** An email for each subscription charge, once it is final */
readonly subscriptionCharged?: boolean;
};
};
    readonly output: UpdatedMerchant;
  };
  updatePaymentLink: {
    readonly input: {
/** The object's id */
readonly id: string;
} & {
/** The name */
readonly name?: string;
/** How many pieces may be bought at once, 1 to 99 */
readonly maxQuantity?: number;
/** Whether the page asks for an e-mail address */
readonly email?: "none" | "optional" | "required";
/** What else the page asks for, at most three */
readonly fields?: readonly ({
/** Under which the answer stands in the session's `metadata` */
readonly key: string;
/** What the page asks for */
readonly label: string;
/** Whether the payer must answer */
readonly required: boolean;
})[];
/** Where the receipt's link leads the payer: https, or http on this machine in test mode. `{SESSION_ID}` behind the host becomes the session's id, else `session_id` is appended. Never a proof of payment */
readonly successUrl?: string | null;
/** Whether payers can subscribe to it */
readonly active?: boolean;
};
    readonly output: PaymentLink;
  };
  updateProduct: {
    readonly input: {
/** The object's id */
readonly id: string;
} & {
/** The name */
readonly name?: string;
/** The merchant's description; payers see the description of a session */
readonly description?: string | null;
/** The picture's address, as it was given; shops show a copy of ours */
readonly imageUrl?: string | null;
/** Integer string in the token's smallest unit: 2.50 USDC is `2500000` */
readonly price?: string;
/** The stablecoin */
readonly currency?: "USDC" | "EURC";
/** How often a subscription is charged; null where it is sold once */
readonly interval?: "daily" | "weekly" | "monthly" | "quarterly" | "yearly" | null;
/** The number of intervals between two charges, 1 to 365, 1 by default */
readonly intervalCount?: number | null;
/** Pieces that are there, with those of open checkouts; null: not counted */
readonly stock?: number | null;
/** Pieces that were delivered or refunded: `oversold` falls by them */
readonly settled?: number;
/** Whether it is on sale */
readonly isActive?: boolean;
/** Its place in the shop, lowest first; then the older one first */
readonly sortOrder?: number;
};
    readonly output: Product;
  };
  updateWebhookEndpoint: {
    readonly input: {
/** The object's id */
readonly id: string;
} & {
/** The URL that is called: https, at a public address */
readonly url?: string;
/** The event types that are sent to it; `*` is every kind, also those to come */
readonly events?: readonly ("*" | "payment.created" | "payment.seen" | "payment.completed" | "payment.failed" | "payment.reverted" | "subscription.created" | "subscription.charged" | "subscription.charge_failed" | "subscription.recovery_attempt" | "subscription.recovery_outcome" | "subscription.cancelled" | "subscription.lapsed" | "refund.created" | "refund.completed" | "refund.failed" | "invoice.created" | "invoice.sent" | "invoice.paid" | "invoice.overdue" | "agent.action_executed" | "agent.job_proposed" | "agent.job_completed" | "agent.job_disputed" | "compliance.wallet_flagged" | "compliance.wallet_blocked")[];
/** The merchant's description; payers see the description of a session */
readonly description?: string | null;
/** Its own header fields from now on; null removes them */
readonly headers?: { readonly [name: string]: string } | null;
};
    readonly output: WebhookEndpoint;
  };
  upsertCustomer: {
    readonly input: {
/** The wallet's address */
readonly walletAddress: string;
/** The e-mail address */
readonly email?: string;
/** The name */
readonly name?: string;
/** The merchant's own reference, unique per mode */
readonly externalRef?: string;
/** The merchant's own keys, at most 50 of 1 to 40 characters. Texts have at most 500 characters; other values together at most 16 kB, nested at most 8 levels */
readonly metadata?: { readonly [name: string]: unknown };
};
    readonly output: Customer;
  };
  verifyChallenge: {
    readonly input: {
/** The widget's response */
readonly token: string;
/** The purpose that it was solved for */
readonly for?: "login" | "signup" | "code" | "reset";
};
    readonly output: {
/** Otherwise the response is an error */
readonly verified: true;
/** The time until which it can be paid: 30 minutes to 24 hours ahead, 24 hours by default; an invoice's session until 30 days after it is due */
readonly expiresAt: string;
};
  };
  voidInvoice: {
    readonly input: {
/** The object's id */
readonly id: string;
};
    readonly output: Invoice;
  };
}
