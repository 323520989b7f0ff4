import { StipendMark } from "@/components/ui/stipend-mark";
import type { HostedMerchant } from "@/lib/contract/merchants/hosted-merchant";
import type { SayHosted } from "./words/hosted/hosted-words";

interface Props {
  /** Whom the page is of. */
  merchant: HostedMerchant;
  say: SayHosted;
  className: string;
}

/** Help, in the same place in every state. */
export function HostedFooter({ merchant, say, className }: Props) {
  return (
    <footer
      className={`flex-wrap items-center justify-between gap-x-6 gap-y-2 text-muted text-sm print:hidden ${className}`}
    >
      <p className="flex items-center gap-1.5">
        <StipendMark className="size-4" />
        {say("poweredBy")}
      </p>
      <p className="flex min-w-0 flex-wrap items-center gap-x-2.5">
        {say("help")} <Contact merchant={merchant} say={say} />
      </p>
    </footer>
  );
}

/** Where a payer asks: by mail where the merchant gives an address, and on its website. */
function Contact({ merchant: { name, website, supportEmail }, say }: Omit<Props, "className">) {
  if (supportEmail) {
    return (
      <>
        <a href={mailTo(supportEmail)} className={linkLook}>
          {supportEmail}
        </a>
        {website && <Website href={website}>{new URL(website).host}</Website>}
      </>
    );
  }
  if (!website) return say("helpPlain", { merchant: name });
  return <Website href={website}>{say("helpLink", { merchant: name })}</Website>;
}

/** An address has one `@`; what else is not plain in it would begin another part of the link. */
const mailTo = (address: string) => `mailto:${encodeURIComponent(address).replace("%40", "@")}`;

const linkLook =
  "inline-flex min-h-6 items-center font-medium text-ink underline decoration-line underline-offset-4 hover:decoration-ink";

function Website({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={linkLook}>
      {children}
    </a>
  );
}
