import { Notice } from "@/components/ui/notice";
import { textOfReason } from "./problem-of";

const otherwise = "Signing in there didn’t work. Try again, or sign in another way.";

/** Why a sign-in at another provider came to nothing. */
export function SignInNotice({ reason }: { reason: string | undefined }) {
  if (reason === undefined) return null;
  return (
    <div className="mb-5">
      <Notice tone="bad">{textOfReason(reason) ?? otherwise}</Notice>
    </div>
  );
}
