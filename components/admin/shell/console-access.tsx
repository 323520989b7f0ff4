import type { ReactNode } from "react";
import { ButtonLink } from "@/components/ui/button-link";
import { MessagePage } from "@/components/ui/message-page";
import type { PrivyApp } from "@/lib/core/identity/privy-app";
import { SignInAgain } from "./sign-in-again";

interface Props {
  /** Why the console is not shown, as the API says: `details.reason`. */
  reason: string;
  email: string;
  /** Whether the account has a second factor. */
  hasSecondFactor: boolean;
  elsewhere: PrivyApp | null;
  returnTo: string;
}

const dashboard = <ButtonLink href="/dashboard">Go to the dashboard</ButtonLink>;

/** Why a person who is signed in does not see the console, and what to do. */
export function ConsoleAccess(props: Props) {
  const { title, text, action } = sayWhy(props);
  return (
    <MessagePage title={title} action={action}>
      {text}
    </MessagePage>
  );
}

function sayWhy({ reason, email, hasSecondFactor, elsewhere, returnTo }: Props): {
  title: string;
  text: ReactNode;
  action: ReactNode;
} {
  const again = (words: string) => (
    <SignInAgain elsewhere={elsewhere} returnTo={returnTo}>
      {words}
    </SignInAgain>
  );
  switch (reason) {
    case "mfa_required":
      return hasSecondFactor
        ? {
            title: "Sign in with your second factor",
            text: "The operator console needs a sign-in with two-factor authentication. Sign in again and enter the code from your authenticator app.",
            action: again("Sign in again"),
          }
        : {
            title: "Turn on two-factor authentication",
            text: "The operator console needs two-factor authentication. Turn it on for your account, then come back to this page.",
            action: (
              <ButtonLink href="/dashboard/settings/security">
                Set up two-factor authentication
              </ButtonLink>
            ),
          };
    case "admin_session_over":
      return {
        title: "Your admin session has ended",
        text: "Admin sessions end after 30 minutes without activity, and 12 hours after sign-in.",
        action: again("Sign in again"),
      };
    case "admin_suspended":
      return {
        title: "Your admin access is suspended",
        text: "Ask a super admin of this installation to reactivate it.",
        action: dashboard,
      };
    default:
      return {
        title: "You don’t have access to the operator console",
        text: `${email || "Your account"} isn’t an admin user of this installation. A super admin can invite you.`,
        action: dashboard,
      };
  }
}
