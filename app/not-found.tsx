import { ButtonLink } from "@/components/ui/button";
import { MessagePage } from "@/components/ui/message-page";

export default function NotFound() {
  return (
    <MessagePage
      title="Nothing here"
      action={
        <ButtonLink href="/" look="secondary">
          Go to the start
        </ButtonLink>
      }
    >
      There is no page at this address. Check that you have all of the link.
    </MessagePage>
  );
}
