import { typedDataJson } from "@/lib/client/wallet/sign-typed-data";
import type { TypedData } from "@/lib/contract/hosted-pay";
import { usePay } from "./pay-context";

/** A message as the wallet gets it: each field, and the whole of it as JSON. */
export function RawMessage({ data }: { data: TypedData }) {
  const { say } = usePay();
  return (
    <div className="grid gap-3 text-[0.8125rem]">
      <dl className="grid gap-1.5">
        {Object.entries(data.message).map(([name, value]) => (
          <div key={name}>
            <dt className="text-muted">{name}</dt>
            <dd className="break-all font-mono leading-relaxed">{value}</dd>
          </div>
        ))}
      </dl>
      <div>
        <p className="text-muted">{say("rawJson")}</p>
        <pre className="mt-1 whitespace-pre-wrap break-all rounded-lg bg-panel p-3 font-mono text-xs leading-relaxed">
          {JSON.stringify(JSON.parse(typedDataJson(data)), null, 2)}
        </pre>
      </div>
    </div>
  );
}
