import { LostSecretDialog } from "@/components/ui/lost-secret-dialog";
import { SecretDialog } from "@/components/ui/secret-dialog";
import type { NewKey } from "./acting-keys";

/** A new key's text, or what to do where it did not arrive. */
export function NewKeyDialog({ made, onClose }: { made: NewKey; onClose(): void }) {
  const { secret, kind, name } = made;
  const title = `Your new key “${name}”`;
  if (!secret) {
    return (
      <LostSecretDialog title={title} onClose={onClose}>
        The key was made, but its text didn’t reach this page and can’t be shown again. Rotate “
        {name}” under API keys to get a new one, or revoke it.
      </LostSecretDialog>
    );
  }
  const isSecret = kind === "secret";
  return (
    <SecretDialog
      title={title}
      noun="key"
      secret={secret}
      text={isSecret && "Keep it on your server, never in a page."}
      file={{
        name: "stipend.env",
        variable: isSecret ? "STIPEND_API_KEY" : "STIPEND_PUBLISHABLE_KEY",
      }}
      onClose={onClose}
    />
  );
}
