import { LostSecretDialog } from "@/components/ui/lost-secret-dialog";
import { SecretDialog } from "@/components/ui/secret-dialog";
import type { NewEndpoint } from "./webhook-shapes";

const title = "The endpoint's signing secret";

/** An endpoint's new signing secret, or what to do where it did not arrive. */
export function EndpointSecretDialog({ made, onClose }: { made: NewEndpoint; onClose(): void }) {
  if (!made.secret) {
    return (
      <LostSecretDialog title={title} onClose={onClose}>
        The secret was made, but it didn’t reach this page and can’t be shown again. Open the
        endpoint {made.url} and rotate its secret to get a new one.
      </LostSecretDialog>
    );
  }
  return (
    <SecretDialog
      title={title}
      noun="secret"
      secret={made.secret}
      text="Your server uses it to verify that a webhook comes from Stipend."
      file={{ name: "stipend-webhook.env", variable: "STIPEND_WEBHOOK_SECRET" }}
      onClose={onClose}
    />
  );
}
