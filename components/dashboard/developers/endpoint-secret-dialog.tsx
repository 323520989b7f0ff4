import { SecretDialog } from "@/components/ui/secret-dialog";
import type { NewEndpoint } from "./webhook-shapes";

/** An endpoint's new signing secret. */
export function EndpointSecretDialog({ made, onClose }: { made: NewEndpoint; onClose(): void }) {
  if (!made.secret) return null;
  return (
    <SecretDialog
      title="The endpoint's signing secret"
      noun="secret"
      secret={made.secret}
      text="Your server uses it to verify that a webhook comes from Stipend."
      file={{ name: "stipend-webhook.env", variable: "STIPEND_WEBHOOK_SECRET" }}
      onClose={onClose}
    />
  );
}
