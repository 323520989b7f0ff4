"use client";

import { SelectField } from "@/components/ui/select-field";
import { useHydrated } from "@/components/ui/use-hydrated";
import { countryCodes } from "@/lib/core/country-codes";

interface Country {
  readonly code: string;
  readonly name: string;
}

const names = new Intl.DisplayNames("en", { type: "region" });
const countries: readonly Country[] = countryCodes
  .map((code) => ({ code, name: names.of(code) ?? code }))
  .sort((one, other) => one.name.localeCompare(other.name, "en"));
const unnamed: readonly Country[] = countryCodes.map((code) => ({ code, name: code }));

interface Props {
  defaultValue: string | null | undefined;
  required?: boolean;
  error?: string | undefined;
}

/** Where a business is seated. The server and a browser may call a country differently: the browser's names count. */
export function CountryField({ defaultValue, required, error }: Props) {
  const shown = useHydrated() ? countries : unnamed;
  return (
    <SelectField
      name="countryCode"
      label="Country"
      autoComplete="country"
      defaultValue={defaultValue ?? ""}
      required={required}
      error={error}
    >
      <option value="">{required ? "Choose…" : "Not said"}</option>
      {shown.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
