import { CountryOptions } from "@/components/ui/country-options";
import { Disclosure } from "@/components/ui/disclosure";
import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import { type DraftParty, partyFaultsOf } from "./invoice-draft";

interface Props {
  /** Names the fields apart, e.g. "seller". */
  name: "seller" | "buyer";
  summary: string;
  party: DraftParty;
  onChange(change: Partial<DraftParty>): void;
}

/** The legal block of seller or buyer, which electronic invoices need. */
export function PartyFields({ name, summary, party, onChange }: Props) {
  const faults = partyFaultsOf(party);
  const field = (key: keyof DraftParty, label: string, maxLength: number, wrong?: string) => (
    <TextField
      name={`${name}-${key}`}
      label={label}
      autoComplete="off"
      maxLength={maxLength}
      value={party[key]}
      wrong={wrong}
      onChange={({ target }) => onChange({ [key]: target.value })}
    />
  );
  return (
    <Disclosure summary={summary}>
      <div className="grid gap-4">
        {field("legalName", "Legal name", 200, faults.legalName)}
        {field("line1", "Street and number", 200)}
        <div className="grid grid-cols-[8rem_minmax(0,1fr)] gap-3">
          {field("postalCode", "Postal code", 20)}
          {field("city", "City", 100)}
        </div>
        <SelectField
          name={`${name}-country`}
          label="Country"
          value={party.country}
          wrong={faults.country}
          onChange={({ target }) => onChange({ country: target.value })}
        >
          <option value="">No address</option>
          <CountryOptions />
        </SelectField>
        {field("vatId", "VAT number", 40)}
      </div>
    </Disclosure>
  );
}
