import { SecretDialog } from "@/components/ui/secret-dialog";
import type { NewKey } from "./acting-keys";

/** A new key's text. */
export function NewKeyDialog({ made, onClose }: { made: NewKey; onClose(): void }) {
  const { secret, kind, name } = made;
  if (!secret) return null;
  const isSecret = kind === "secret";
  return (
    <SecretDialog
      title={`Your new key “${name}”`}
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
