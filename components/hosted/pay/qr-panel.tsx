import type { SayPay } from "@/components/hosted/words/pay/pay-words";
import { CopyButton } from "@/components/ui/copy-button";
import { QrCode } from "@/components/ui/qr-code";

/** A code of a longer address has modules too fine to scan at the usual size. */
const SHORT_LENGTH = 120;

/** The page's address for a phone: as a code to scan and as a link to copy. */
export function QrPanel({ pageUrl, say }: { pageUrl: string; say: SayPay }) {
  const size = pageUrl.length > SHORT_LENGTH ? "size-64 max-w-full" : "size-32";
  return (
    <div className="flex flex-wrap items-center gap-4 rounded-2xl border border-line bg-raised p-4">
      <QrCode text={pageUrl} label={say("qrLabel")} className={size} />
      <div className="grid min-w-40 flex-1 gap-3">
        <p className="text-pretty text-muted text-sm">{say("scan")}</p>
        <CopyButton text={pageUrl} label={say("copyLink")} copied={say("copied")} />
      </div>
    </div>
  );
}
