import { ButtonLink } from "@/components/ui/button-link";
import { MessagePage } from "@/components/ui/message-page";

/** The same for what does not exist and for what belongs to somebody else. */
export default function DashboardNotFound() {
  return (
    <MessagePage
      title="Nothing here"
      action={<ButtonLink href="/dashboard">Go to the dashboard</ButtonLink>}
    >
      Your business has no such object in this mode. It may be in the other mode, or of another of
      your businesses.
    </MessagePage>
  );
}
