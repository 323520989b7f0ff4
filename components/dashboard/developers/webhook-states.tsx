import { AlertIcon, CheckIcon, ClockIcon, CrossIcon } from "@/components/ui/icons";
import { StateBadge, type StateLook } from "@/components/ui/state-badge";
import type { Delivery, InspectedWebhook, Replay, ShownEndpoint } from "./webhook-shapes";

const whyDisabled: Record<NonNullable<ShownEndpoint["disabledReason"]>, string> = {
  user: "Disabled",
  gone_410: "Disabled: it answered 410",
  failing: "Disabled: it failed for 72 hours",
  key_leaked: "Disabled: its key leaked",
};

/** Whether webhooks are sent to an endpoint, and why not. */
export function EndpointState({
  status,
  disabledReason,
}: Pick<ShownEndpoint, "status" | "disabledReason">) {
  if (status === "enabled") {
    return <StateBadge look={{ tone: "good", word: "Enabled", icon: CheckIcon }} />;
  }
  const word = whyDisabled[disabledReason ?? "user"];
  const tone = disabledReason === "user" ? "neutral" : "bad";
  return <StateBadge look={{ tone, word, icon: AlertIcon }} />;
}

const deliveryLooks: Record<Delivery["status"], StateLook> = {
  pending: { tone: "wait", word: "Waiting", icon: ClockIcon },
  succeeded: { tone: "good", word: "Delivered", icon: CheckIcon },
  failed: { tone: "bad", word: "Failed", icon: CrossIcon },
  exhausted: { tone: "bad", word: "Given up", icon: CrossIcon },
};

/** What became of one attempt to deliver. */
export const DeliveryState = ({ status }: Pick<Delivery, "status">) => (
  <StateBadge look={deliveryLooks[status]} />
);

/** What the receiver answered, in a few words. */
export function answerOf({ responseCode, error, status }: Delivery): string {
  if (responseCode !== null) return `HTTP ${responseCode}`;
  if (error !== null) return error.replaceAll("_", " ");
  return status === "pending" ? "Not sent yet" : "No answer";
}

/** Why the body of a request is not shown. */
export function withoutBody({ attemptedAt, status }: Pick<Delivery, "attemptedAt" | "status">) {
  if (attemptedAt !== null) return "The body is no longer kept.";
  return status === "pending" ? "Nothing was sent yet." : "Nothing was sent.";
}

const replayLooks: Record<Replay["status"], StateLook> = {
  running: { tone: "wait", word: "Running", icon: ClockIcon },
  completed: { tone: "good", word: "Done", icon: CheckIcon },
  cancelled: { tone: "neutral", word: "Cancelled", icon: CrossIcon },
  stopped: { tone: "bad", word: "Stopped", icon: AlertIcon },
};

/** How far a replay is. */
export const ReplayState = ({ status }: Pick<Replay, "status">) => (
  <StateBadge look={replayLooks[status]} />
);

const signatureLooks: Record<InspectedWebhook["signature"], StateLook> = {
  valid: { tone: "good", word: "Signature valid", icon: CheckIcon },
  missing: { tone: "bad", word: "No signature", icon: CrossIcon },
  mismatch: { tone: "bad", word: "Signature wrong", icon: CrossIcon },
  too_old: { tone: "bad", word: "Signature too old", icon: ClockIcon },
  no_endpoint: { tone: "neutral", word: "No endpoint", icon: AlertIcon },
};

/** What a receiver finds of a webhook's signature. */
export const SignatureState = ({ signature }: Pick<InspectedWebhook, "signature">) => (
  <StateBadge look={signatureLooks[signature]} />
);
