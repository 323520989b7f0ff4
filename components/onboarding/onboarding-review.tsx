import { Fact, Facts } from "@/components/ui/facts";
import type { Draft } from "./draft";

const names: readonly (readonly [string, string])[] = [
  ["businessName", "Business name"],
  ["businessSector", "Sells"],
  ["countryCode", "Country"],
  ["websiteUrl", "Website"],
  ["phone", "Phone"],
  ["defaultCurrency", "Default currency"],
];

/** What has been given, to be read once more. */
export function OnboardingReview({ draft }: { draft: Draft }) {
  const country = (code: string) =>
    new Intl.DisplayNames("en", { type: "region" }).of(code) ?? code;
  return (
    <Facts>
      {names.map(([name, label]) => {
        const text = draft[name];
        if (!text) return null;
        return (
          <Fact key={name} name={label}>
            {name === "countryCode" ? country(text) : text}
          </Fact>
        );
      })}
      <Fact name="Live payments go to">
        <code className="wrap-anywhere font-mono">{draft.payoutAddress}</code>
      </Fact>
    </Facts>
  );
}
