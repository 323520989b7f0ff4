import type { MailContent } from "./mail-content";
import { MailDocument } from "./mail-document";

/** Has what renders mails as browsers do use the limited-quirks mode of the HTML standard, as most mails are written for. */
const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

/** A mail as HTML. Whatever it says is text in it. */
export async function mailHtml(mail: MailContent): Promise<string> {
  // Loaded at run time: Next refuses to bundle it for server components, and the dev inbox is one.
  const { renderToStaticMarkup } = await import(/* turbopackIgnore: true */ "react-dom/server");
  return DOCTYPE + renderToStaticMarkup(<MailDocument mail={mail} />);
}
