import { useIsPhone } from "@/components/hosted/pay/use-is-phone";
import { Button } from "@/components/ui/button";
import { buttonLook } from "@/components/ui/button-look";
import { CopyButton } from "@/components/ui/copy-button";
import { QrCode } from "@/components/ui/qr-code";
import { pairingLinks, rememberApp } from "@/lib/client/wallet/pairing-links";

/** A pairing with a wallet on a phone: a code to scan, or links where the page is on the phone itself. */
export function Pairing({ uri, onCancel }: { uri: string; onCancel(): void }) {
  const isPhone = useIsPhone();
  return (
    <div className="grid justify-items-center gap-4 rounded-2xl border border-line bg-raised p-5">
      {isPhone ? (
        <div className="grid w-full gap-2.5">
          <a href={uri} className={buttonLook("primary", true)} onClick={() => rememberApp(null)}>
            Open wallet app
          </a>
          {pairingLinks(uri).map(({ name, href }) => (
            <a
              key={name}
              href={href}
              rel="noopener noreferrer"
              className={buttonLook("secondary", true)}
              onClick={() => rememberApp(name)}
            >
              {name}
            </a>
          ))}
        </div>
      ) : (
        <>
          <p className="text-muted text-sm">Scan this code with your wallet.</p>
          <QrCode text={uri} label="Code to connect a wallet" className="size-64 max-w-full" />
        </>
      )}
      <CopyButton text={uri} label="Copy connection link" copied="Copied" />
      <Button look="secondary" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
