/** What a nonce of a relay wallet is used for. `noop` carries nothing: it uses up a nonce that the chain waits for. */
export const slotKinds = [
  ...(["settle_batch", "pay", "pay_signed"] as const),
  ...(["settle_terms_batch", "pay_terms", "pay_terms_signed"] as const),
  ...(["subscribe", "subscribe_signed", "charge_batch", "permit"] as const),
  ...(["create_wallet", "operator_call", "propose_job", "release_job", "refund", "noop"] as const),
] as const;
export type SlotKind = (typeof slotKinds)[number];

/** A merchant's status in a registry, in the order of the contract's enum. */
export const registryStatuses = ["none", "active", "suspended", "closed"] as const;
export type RegistryStatus = (typeof registryStatuses)[number];

/** Why money may not be sent to a payout address that the chain names: it is lost there, or a list names it. */
export const payoutTroubles = ["payout_not_allowed", "payer_blocked"] as const;
export type PayoutTrouble = (typeof payoutTroubles)[number];

/** Events of a deployment's contracts about fees that left, and about who holds its roles, as the contracts name them. */
export const platformEvents = [
  "FeesSwept",
  "TreasuryTransferStarted",
  "TreasuryChangeAnnounced",
  "TreasuryChangeVetoed",
  "TreasuryTransferred",
  "OperatorTransferStarted",
  "OperatorChangeAnnounced",
  "OperatorChangeVetoed",
  "OperatorTransferred",
  "KeeperSet",
] as const;
export type PlatformEventName = (typeof platformEvents)[number];

/** What screening says of a wallet. */
export const screeningResults = ["clear", "flagged", "blocked", "unavailable"] as const;
export type ScreeningResult = (typeof screeningResults)[number];

/** Results with which money moves: a wallet on the watch list is told of, and served. */
export const passingResults: readonly ScreeningResult[] = ["clear", "flagged"];

/** Results of wallets that a list names, of which the merchant is told. */
export const matchResults = ["flagged", "blocked"] as const satisfies readonly ScreeningResult[];
export type MatchResult = (typeof matchResults)[number];

/** Why a key was revoked. */
export const revokedReasons = ["manual", "rotated", "leaked", "merchant_closed"] as const;
export type RevokedReason = (typeof revokedReasons)[number];

/** What is shown of a key; that it has expired is not stored. */
export const apiKeyStatuses = ["active", "revoked", "expired"] as const;
export type ApiKeyStatus = (typeof apiKeyStatuses)[number];

/** What a contact message is about. */
export const contactTopics = ["sales", "support", "partnership", "security", "other"] as const;
export type ContactTopic = (typeof contactTopics)[number];

/** What a code that is mailed is for. */
export const codePurposes = ["sign_up", "sign_in", "reset", "step_up", "email_change"] as const;
export type CodePurpose = (typeof codePurposes)[number];

/** What of an account was changed, or used, that its owner is mailed of. */
const securityChanges = [
  "password_changed",
  "email_changed",
  "new_browser",
  "totp_enabled",
  "totp_disabled",
  "passkey_added",
  "passkey_removed",
  "passkey_copied",
  "identity_linked",
  "identity_unlinked",
  "recovery_code_used",
  "recovery_codes_replaced",
] as const;
export type SecurityChange = (typeof securityChanges)[number];

/** What a receiver finds of a webhook's signature. */
export const signatureChecks = ["valid", "missing", "mismatch", "too_old", "no_endpoint"] as const;
export type SignatureCheck = (typeof signatureChecks)[number];

/** The largest file that is taken as a picture, in bytes. */
export const maxImageBytes = 2 * 1024 * 1024;

/** What pictures there are of a merchant. */
export const imagePurposes = ["logo", "storefront_logo", "storefront_cover", "product"] as const;
export type ImagePurpose = (typeof imagePurposes)[number];

/** How wide and high a picture is stored at most, in pixels. */
export const imageSides: Record<ImagePurpose, number> = {
  logo: 512,
  storefront_logo: 512,
  storefront_cover: 1_600,
  product: 1_024,
};

/**
 * What has become of a picture. `image_unreachable`: its URL gave no file; `image_invalid`: the file is no picture that
 * is taken. Both are tried again for a while.
 */
export const imageStatuses = ["pending", "ok", "image_unreachable", "image_invalid"] as const;
export type ImageStatus = (typeof imageStatuses)[number];

/** Why a merchant refunds. */
export const refundReasons = [
  "customer_request",
  "product_issue",
  "duplicate_charge",
  "fraudulent",
  "other",
] as const;
export type RefundReason = (typeof refundReasons)[number];

/** What began it: the merchant by the API, the chain, which alone knew it, or a charge that came too late. */
export const refundOrigins = ["api", "chain", "late_charge"] as const;
export type RefundOrigin = (typeof refundOrigins)[number];

/** How the money goes back: through the refunds contract, or by a plain transfer of the token. */
export const refundMethods = ["contract", "transfer"] as const;
export type RefundMethod = (typeof refundMethods)[number];

/** Why a refund failed: what its recorded transaction did instead, or why its merchant's signature can never be used. */
export const refundFailures = [
  "transaction_reverted",
  "no_transfer",
  "sender_mismatch",
  "amount_mismatch",
  "before_creation",
  "transfer_used",
  "other_refund",
  "ref_used",
  "authorization_expired",
  "authorization_consumed",
] as const;
export type RefundFailure = (typeof refundFailures)[number];
