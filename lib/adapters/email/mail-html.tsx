import type { CSSProperties, ReactNode } from "react";
import type { MailContent } from "./mail-content";

/** Has what renders mails as browsers do use the limited-quirks mode of the HTML standard, as most mails are written for. */
const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

const fontFamily =
  "ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
/** A link opens a page of its own: where a mail is shown in a frame, nothing else may. */
const opens = { target: "_blank", rel: "noopener" };
/** Written into each element: many readers of mail drop style sheets. */
const styles = {
  body: { margin: 0, padding: 0, backgroundColor: "#f6f6f3", fontFamily },
  canvas: { backgroundColor: "#f6f6f3", padding: "32px 16px" },
  card: { maxWidth: 520, margin: "0 auto" },
  panel: { backgroundColor: "#ffffff", borderRadius: 16, padding: 32 },
  notice: {
    margin: "0 0 20px",
    padding: "10px 14px",
    borderRadius: 10,
    backgroundColor: "#fdf0d5",
    color: "#5c3a00",
    fontSize: 14,
    lineHeight: "20px",
  },
  heading: { margin: "0 0 12px", fontSize: 24, lineHeight: "32px", color: "#16181d" },
  text: { margin: "0 0 16px", fontSize: 16, lineHeight: "24px", color: "#16181d" },
  label: {
    padding: "8px 16px 8px 0",
    fontSize: 14,
    fontWeight: 400,
    lineHeight: "20px",
    color: "#5b606b",
    textAlign: "left",
    verticalAlign: "top",
  },
  value: {
    padding: "8px 0",
    fontSize: 14,
    lineHeight: "20px",
    color: "#16181d",
    verticalAlign: "top",
    wordBreak: "break-word",
    overflowWrap: "anywhere",
  },
  button: {
    display: "inline-block",
    padding: "14px 24px",
    borderRadius: 12,
    backgroundColor: "#16181d",
    color: "#ffffff",
    fontSize: 16,
    fontWeight: 600,
    lineHeight: "20px",
    textDecoration: "none",
  },
  brand: { margin: "0 0 16px 32px", fontSize: 16, fontWeight: 600, lineHeight: "24px" },
  code: {
    margin: "0 0 16px",
    padding: "16px 0",
    borderRadius: 12,
    backgroundColor: "#f6f6f3",
    color: "#16181d",
    fontFamily: "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace",
    fontSize: 32,
    fontWeight: 600,
    letterSpacing: 8,
    lineHeight: "40px",
    textAlign: "center",
    textIndent: 8,
  },
  small: { margin: "0 0 8px", fontSize: 13, lineHeight: "20px", color: "#5b606b" },
  link: { color: "#3b4252", overflowWrap: "anywhere", wordBreak: "break-word" },
} as const satisfies Record<string, CSSProperties>;

const adaptedStyles = `
@media (max-width: 480px) {
  .panel { padding: 20px !important }
}
@media (prefers-color-scheme: dark) {
  .canvas { background-color: #0b0c0e !important }
  .panel { background-color: #17191d !important }
  .ink { color: #f2f3f5 !important }
  .soft { color: #a9afbb !important }
  .code { background-color: #0b0c0e !important }
  .notice { background-color: #3a2b0a !important; color: #ffdf9e !important }
  .button { background-color: #f2f3f5 !important; color: #16181d !important }
}`;

/** Shown by inboxes beside the subject, and not in the mail itself. */
const hidden: CSSProperties = {
  display: "none",
  overflow: "hidden",
  lineHeight: "1px",
  maxHeight: 0,
  maxWidth: 0,
  opacity: 0,
};

/** A mail as HTML: one column, no images, nothing that is fetched from anywhere. */
function MailDocument({ mail }: { mail: MailContent }): ReactNode {
  return (
    <html lang={mail.lang}>
      <head>
        <meta httpEquiv="Content-Type" content="text/html; charset=UTF-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{mail.subject}</title>
        <style>{adaptedStyles}</style>
      </head>
      <body className="canvas" style={styles.body}>
        <div style={hidden}>{mail.preheader}</div>
        <main className="canvas" style={styles.canvas}>
          <div style={styles.card}>
            {mail.brand && (
              <p className="ink" style={{ ...styles.brand, color: styles.text.color }}>
                {mail.brand}
              </p>
            )}
            <div className="panel" style={styles.panel}>
              <Message mail={mail} />
            </div>
            <Footer mail={mail} />
          </div>
        </main>
      </body>
    </html>
  );
}

function Message({ mail }: { mail: MailContent }): ReactNode {
  const { notice, heading, paragraphs, code, facts, button } = mail;
  return (
    <>
      {notice !== null && (
        <p className="notice" style={styles.notice}>
          {notice}
        </p>
      )}
      <h1 className="ink" style={styles.heading}>
        {heading}
      </h1>
      {paragraphs.map((paragraph) => (
        <p key={paragraph} className="ink" style={styles.text}>
          {paragraph}
        </p>
      ))}
      {code && (
        <p className="code ink" style={styles.code}>
          {code.value}
        </p>
      )}
      <table
        cellPadding={0}
        cellSpacing={0}
        style={{ borderCollapse: "collapse", margin: "0 0 24px" }}
      >
        <tbody>
          {facts.map(([label, value]) => (
            <tr key={label}>
              <th scope="row" className="soft" style={styles.label}>
                {label}
              </th>
              <td className="ink" style={styles.value}>
                {value}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p style={{ margin: "0 0 20px" }}>
        <a href={button.url} {...opens} className="button" style={styles.button}>
          {button.label}
        </a>
      </p>
      <p className="soft" style={{ ...styles.small, margin: 0 }}>
        {button.hint}
        <br />
        <a href={button.url} {...opens} className="soft" style={styles.link}>
          {button.url}
        </a>
      </p>
    </>
  );
}

function Footer({ mail: { footer, unsubscribe } }: { mail: MailContent }): ReactNode {
  return (
    <div style={{ padding: "20px 32px 0" }}>
      <p className="soft" style={styles.small}>
        {footer}
      </p>
      {unsubscribe && (
        <p className="soft" style={styles.small}>
          <a href={unsubscribe.url} {...opens} className="soft" style={styles.link}>
            {unsubscribe.label}
          </a>
        </p>
      )}
    </div>
  );
}

/** A mail as HTML. All its content is rendered as text. */
export async function mailHtml(mail: MailContent): Promise<string> {
  // Loaded at run time: Next refuses to bundle it for server components, and the dev inbox is one.
  const { renderToStaticMarkup } = await import(/* turbopackIgnore: true */ "react-dom/server");
  return DOCTYPE + renderToStaticMarkup(<MailDocument mail={mail} />);
}
