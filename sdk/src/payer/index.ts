export { isPaymentAsAgreed, type PaymentRequest } from "./is-payment-as-agreed";
export {
  type AgreedSubscription,
  isSubscriptionAsAgreed,
  type SubscriptionRequest,
} from "./is-subscription-as-agreed";
export { NotAsAgreedError } from "./not-as-agreed-error";
export {
  type AgreedPayment,
  type Authorization,
  authorizationMessage,
  cancelAuthorizationMessage,
  type NoncedPayment,
  paymentIntentMessage,
  type SaltedPayment,
  termsMessage,
  type Validity,
} from "./payment-messages";
export { refOf } from "./ref-of";
export {
  type PayableSession,
  type PaymentOptions,
  type RelayedPayment,
  signPayment,
} from "./sign-payment";
export {
  type RelayedSubscription,
  type SubscribablePlan,
  type SubscriptionOptions,
  signSubscription,
} from "./sign-subscription";
export { type SignedSubscription, signSubscriptionTerms } from "./sign-subscription-terms";
export { type SignedAuthorization, signTermsOnce, signTermsTwice } from "./sign-terms";
export type { WalletProvider } from "./sign-typed-data";
export {
  permitMessage,
  type SubscriptionTerms,
  subscriptionIntentMessage,
} from "./subscription-messages";
export { termsNonce } from "./terms-nonce";
export type { Hex, TokenDomain, TypedData, TypedDataSigner, Whole } from "./typed-data";
export { walletSigner } from "./wallet-signer";
