interface Props {
  subject: string;
  /** Where the mail's HTML is: it runs in a frame of its own, without scripts. */
  htmlUrl: string;
  text: string;
}

/** A mail as its reader gets it: with HTML, and without. */
export function MailView({ subject, htmlUrl, text }: Props) {
  return (
    <>
      <p className="mb-3">
        <a
          href="/dev/inbox"
          className="inline-flex min-h-11 items-center text-accent underline underline-offset-4"
        >
          All emails
        </a>
      </p>
      <h1 className="text-balance font-semibold text-2xl tracking-tight">{subject}</h1>
      <iframe
        src={htmlUrl}
        title="Email as HTML"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        className="mt-6 h-[44rem] w-full rounded-2xl border border-line"
      />
      <h2 className="mt-10 mb-3 font-semibold text-lg tracking-tight">Plain text</h2>
      <pre
        translate="no"
        className="whitespace-pre-wrap rounded-2xl border border-line bg-raised p-4 font-mono text-sm"
      >
        {text}
      </pre>
    </>
  );
}
