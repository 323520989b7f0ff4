import { SelectField } from "@/components/ui/select-field";
import { countryCodes } from "@/lib/core/country-codes";

const names = new Intl.DisplayNames("en", { type: "region" });
const countries = countryCodes
  .map((code) => ({ code, name: names.of(code) ?? code }))
  .sort((one, other) => one.name.localeCompare(other.name, "en"));

interface Props {
  defaultValue: string | null | undefined;
  required?: boolean;
  error?: string | undefined;
}

/** Where a business is seated. */
export function CountryField({ defaultValue, required, error }: Props) {
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
      {countries.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
