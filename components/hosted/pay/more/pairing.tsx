import { ScreenFrame } from "@/components/hosted/pay/screen-frame";
import { useIsPhone } from "@/components/hosted/pay/use-is-phone";
import { useWalletPay } from "@/components/hosted/pay/use-wallet-pay";
import { Button } from "@/components/ui/button";
import { buttonLook } from "@/components/ui/button-look";
import { CopyButton } from "@/components/ui/copy-button";
import { ArrowIcon } from "@/components/ui/icons";
import { QrCode } from "@/components/ui/qr-code";
import { Spinner } from "@/components/ui/spinner";
import { pairingLinks, rememberApp } from "@/lib/client/wallet/pairing-links";

/** A wallet on a phone is paired: by a code where the page is elsewhere, by a link where it is there as well. */
export function Pairing() {
  const { state, controller, say } = useWalletPay();
  const isPhone = useIsPhone();
  const { step } = state;
  if (step.name !== "connect") return null;
  const { pairing } = step;
  const Ways = isPhone ? PairingLinks : PairingCode;
  return (
    <ScreenFrame
      title={say(isPhone ? "openTitle" : "scanTitle")}
      intro={say(isPhone ? "openIntro" : "scanIntro")}
    >
      {pairing ? (
        <Ways uri={pairing} say={say} />
      ) : (
        <p role="status" className="flex min-h-11 items-center gap-2.5 text-muted text-sm">
          <Spinner className="size-4" />
          {say("scanPreparing")}
        </p>
      )}
      <Button look="secondary" wide onClick={() => controller.leave()}>
        {say("cancel")}
      </Button>
    </ScreenFrame>
  );
}

interface WaysProps {
  uri: string;
  say(key: "scanLabel" | "scanCopy" | "scanCopied" | "openApp"): string;
}

export function PairingCode({ uri, say }: WaysProps) {
  return (
    <div className="grid justify-items-center gap-4 rounded-2xl border border-line bg-raised p-5">
      <QrCode text={uri} label={say("scanLabel")} className="size-64 max-w-full" />
      <CopyButton text={uri} label={say("scanCopy")} copied={say("scanCopied")} />
    </div>
  );
}

export function PairingLinks({ uri, say }: WaysProps) {
  return (
    <>
      <a href={uri} className={buttonLook("primary", true)} onClick={() => rememberApp(null)}>
        {say("openApp")}
      </a>
      <ul className="grid gap-2.5">
        {pairingLinks(uri).map(({ name, href }) => (
          <li key={name}>
            <a
              href={href}
              rel="noopener noreferrer"
              onClick={() => rememberApp(name)}
              className="flex min-h-12 items-center justify-between gap-3 rounded-xl border border-line bg-raised px-4 font-medium text-body transition-colors hover:border-edge"
            >
              {name}
              <ArrowIcon className="size-4 text-muted" />
            </a>
          </li>
        ))}
      </ul>
      <CopyButton text={uri} label={say("scanCopy")} copied={say("scanCopied")} />
    </>
  );
}
