import type { MailContent } from "./mail-content";
import { MailDocument } from "./mail-document";

/** What mail programs that render as browsers do take for the mode in which tables have no gaps. */
const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

/** A mail as HTML. Whatever it says is text in it. */
export async function mailHtml(mail: MailContent): Promise<string> {
  // Next refuses it in what it bundles for server components, and one of those shows the mails of the inbox.
  const { renderToStaticMarkup } = await import(/* turbopackIgnore: true */ "react-dom/server");
  return DOCTYPE + renderToStaticMarkup(<MailDocument mail={mail} />);
}
