import { ButtonLink } from "@/components/ui/button-link";
import { CodeLine } from "@/components/ui/code-line";
import { CopyButton } from "@/components/ui/copy-button";
import { QrCode } from "@/components/ui/qr-code";
import { Section } from "@/components/ui/section";

/** The address of a payment page, to be sent to a customer or held before a phone. */
export function PaymentLink({ url }: { url: string }) {
  return (
    <Section title="Payment page" text="Send the link to your customer, or let them scan the code.">
      <div className="flex flex-wrap items-center gap-5">
        <QrCode text={url} label="The payment page as a QR code" />
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
    </Section>
  );
}
