import { Money } from "@/components/ui/money/money";
import { typedAmount } from "@/lib/client/typed-amount";
import { type LinkDraft, quantityOf } from "./link-draft";

/** A link's page as payers will see it, while it is typed. */
export function LinkPreview({ draft }: { draft: LinkDraft }) {
  const { name, fields, email, pricing } = draft;
  const quantity = quantityOf(draft) ?? 1;
  const asked = [
    ...(pricing !== "chosen" && quantity > 1 ? [`Quantity, 1 to ${quantity}`] : []),
    ...(email === "none" ? [] : [email === "required" ? "E-mail" : "E-mail (optional)"]),
    ...fields
      .filter(({ label }) => label.trim() !== "")
      .map(({ label, required }) => (required ? label : `${label} (optional)`)),
  ];
  return (
    <aside
      aria-label="Preview for payers"
      className="rounded-2xl border border-line bg-panel p-6 lg:sticky lg:top-20"
    >
      <p className="text-muted text-xs">Preview for payers</p>
      <p className="wrap-anywhere mt-3 font-semibold text-lg tracking-tight">
        {pricing === "product" ? "The product’s name" : name.trim() || "The name of the link"}
      </p>
      <p className="mt-3 font-semibold text-2xl tracking-tight">
        <PreviewPrice draft={draft} />
      </p>
      {asked.length > 0 && (
        <ul aria-label="Questions of the page" className="mt-4 grid gap-2 text-sm">
          {[...new Set(asked)].map((text) => (
            <li
              key={text}
              className="wrap-anywhere rounded-lg border border-line bg-canvas px-3 py-2 text-muted"
            >
              {text}
            </li>
          ))}
        </ul>
      )}
      <p
        aria-hidden="true"
        className="mt-5 rounded-xl bg-action px-4 py-2.5 text-center font-medium text-on-action"
      >
        Pay
      </p>
    </aside>
  );
}

function PreviewPrice({ draft }: { draft: LinkDraft }) {
  const { pricing, currency } = draft;
  const shown = (typed: string) => {
    const amount = typedAmount(typed);
    return amount === null ? "–" : <Money amount={amount} currency={currency} />;
  };
  if (pricing === "fixed") return shown(draft.amount);
  if (pricing === "product") return <span className="text-base">The product’s price</span>;
  return (
    <span className="text-base">
      {shown(draft.minAmount)} to {shown(draft.maxAmount)}, chosen by the payer
    </span>
  );
}
