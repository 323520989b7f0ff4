import { verifyWebhook } from "./webhooks";

export {
  type ApiError,
  type ErrorDetails,
  type FieldIssue,
  isApiError,
  StipendConnectionError,
  StipendError,
} from "./errors";
export type { CallOptions } from "./send-request";
export { createStipend, type Stipend, type StipendOptions } from "./stipend";
export type { StreamOptions, StreamState } from "./stream-events";
export type * from "./types.generated";
export {
  type SignedWebhook,
  type WebhookFault,
  type WebhookHeaders,
  WebhookVerificationError,
} from "./webhooks";

/** What is sent to webhook endpoints. */
export const webhooks = { verify: verifyWebhook };
