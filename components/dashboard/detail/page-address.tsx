import { ButtonLink } from "@/components/ui/button-link";
import { CodeLine } from "@/components/ui/code-line";
import { CopyButton } from "@/components/ui/copy-button";
import { QrCode } from "@/components/ui/qr-code";
import { Section } from "@/components/ui/section";
import { Snippet } from "@/components/ui/snippet";

interface Props {
  title: string;
  text: string;
  url: string;
  /** Read out for the QR code. */
  code: string;
  /** The words of an HTML link to the page, which is then shown to be copied. */
  link?: string;
}

/** The address of a page for payers: to copy, to open, to scan, and as HTML. */
export function PageAddress({ title, text, url, code, link }: Props) {
  return (
    <Section title={title} text={text}>
      <div className="flex flex-wrap items-center gap-5">
        <QrCode text={url} label={code} />
        <div className="grid min-w-0 flex-1 basis-60 gap-3">
          <CodeLine text={url} />
          <div className="flex flex-wrap gap-2">
            <CopyButton text={url} label="Copy link" copied="Copied" />
            <ButtonLink look="secondary" href={url} target="_blank" rel="noreferrer">
              Open
            </ButtonLink>
          </div>
        </div>
      </div>
      {link !== undefined && (
        <div className="mt-5">
          <Snippet isWide text={`<a href="${url}">${escapeHtml(link)}</a>`} />
        </div>
      )}
    </Section>
  );
}

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);
