import { render } from "@react-email/render";
import type { MailContent } from "./mail-content";
import { MailDocument } from "./mail-document";

/** A mail as HTML. Whatever it says is text in it. */
export function mailHtml(mail: MailContent): Promise<string> {
  return render(<MailDocument mail={mail} />);
}
