import { CountryOptions } from "@/components/ui/country-options";
import { SelectField } from "@/components/ui/select-field";

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
      <CountryOptions />
    </SelectField>
  );
}
