import { CopyButton } from "@/components/ui/copy-button";
import type { TypedData } from "@/lib/contract/payments/hosted-pay";
import { typedDataJson } from "@/sdk/src/payer/sign-typed-data";
import { useWalletPay } from "./use-wallet-pay";

/** A message as the wallet gets it, field by field, and the whole of it to copy. */
export function RawMessage({ data }: { data: TypedData }) {
  const { say } = useWalletPay();
  const fields = [
    [data.primaryType, `${data.domain.name} ${data.domain.version}`],
    ["verifyingContract", String(data.domain.verifyingContract)],
    ["chainId", String(data.domain.chainId)],
    ...Object.entries(data.message),
  ];
  return (
    <div className="grid gap-3 text-note">
      <dl className="grid gap-2">
        {fields.map(([name, value]) => (
          <div key={name}>
            <dt className="text-muted">{name}</dt>
            <dd translate="no" className="break-all font-mono leading-relaxed">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <CopyButton text={typedDataJson(data)} label={say("copyMessage")} copied={say("copied")} />
    </div>
  );
}
