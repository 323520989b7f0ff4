import { fillTemplate, templateFault } from "@/lib/core/agents/notification-template";

/** What a payer reads, with sample values; nothing while the template is empty or wrong. */
export function TemplatePreview({
  template,
  businessName,
}: {
  template: string;
  businessName: string;
}) {
  const paragraphs =
    templateFault(template) === null
      ? fillTemplate(template, {
          business_name: businessName,
          plan_name: "Sample plan",
          amount: "12.50 USDC",
          currency: "USDC",
          reason: "Your wallet does not hold enough USDC.",
          grace_ends: "2 May 2026 at 12:00 UTC",
        })
      : [];
  if (paragraphs.length === 0) return null;
  return (
    <section aria-label="Preview" className="rounded-xl border border-line bg-canvas p-4 text-sm">
      <h3 className="mb-2 text-muted text-xs">Preview with sample values</h3>
      <p dir="auto" className="wrap-anywhere whitespace-pre-line">
        {paragraphs.join("\n\n")}
      </p>
    </section>
  );
}
