import { CountryField } from "@/components/business/country-field";
import type { Problem } from "@/components/identity/problem-of";
import { problemAt } from "@/components/identity/task-problem";
import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import { currencies } from "@/lib/core/money";
import type { Draft } from "./draft";

/** The fields that a problem can stand beside. */
export const onboardingFields = [
  "businessName",
  "businessSector",
  "countryCode",
  "websiteUrl",
  "phone",
  "defaultCurrency",
  "payoutAddress",
];

interface Props {
  draft: Draft;
  problem: Problem | null;
}

/** What the business is. */
export function BusinessFields({ draft, problem }: Props) {
  const errorAt = (name: string) => problemAt(problem, name);
  return (
    <div className="grid gap-5">
      <TextField
        name="businessName"
        label="Business name"
        hint="As your customers know it."
        autoComplete="organization"
        required
        minLength={2}
        maxLength={120}
        defaultValue={draft.businessName}
        error={errorAt("businessName")}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          name="businessSector"
          label="What do you sell?"
          placeholder="Software, courses, …"
          required
          minLength={2}
          maxLength={80}
          defaultValue={draft.businessSector}
          error={errorAt("businessSector")}
        />
        <CountryField required defaultValue={draft.countryCode} error={errorAt("countryCode")} />
        <TextField
          name="websiteUrl"
          type="url"
          label="Website (optional)"
          placeholder="https://"
          autoComplete="url"
          maxLength={2_000}
          defaultValue={draft.websiteUrl}
          error={errorAt("websiteUrl")}
        />
        <TextField
          name="phone"
          type="tel"
          label="Phone (optional)"
          autoComplete="tel"
          minLength={6}
          maxLength={20}
          defaultValue={draft.phone}
          error={errorAt("phone")}
        />
      </div>
    </div>
  );
}

/** Where the money goes. */
export function PayoutFields({ draft, problem }: Props) {
  return (
    <div className="grid gap-5">
      <TextField
        name="payoutAddress"
        label="Wallet address for live payments"
        hint="Paste it, do not type it. You prove by a signature that the wallet is yours before you go live."
        placeholder="0x…"
        required
        pattern="\s*0x[0-9a-fA-F]{40}\s*"
        title="0x and 40 digits or letters from a to f"
        spellCheck={false}
        autoComplete="off"
        className="font-mono"
        defaultValue={draft.payoutAddress}
        error={problemAt(problem, "payoutAddress")}
      />
      <SelectField
        name="defaultCurrency"
        label="Default currency"
        hint="Of payments that name none."
        defaultValue={draft.defaultCurrency}
        error={problemAt(problem, "defaultCurrency")}
      >
        {currencies.map((currency) => (
          <option key={currency}>{currency}</option>
        ))}
      </SelectField>
    </div>
  );
}
