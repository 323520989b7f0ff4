import { TextField } from "@/components/ui/text-field";

interface Props {
  name: string;
  label: string;
  error: string | undefined;
}

/** Takes an address of a wallet. */
export function AddressField({ name, label, error }: Props) {
  return (
    <TextField
      name={name}
      label={label}
      hint="Paste the address rather than typing it."
      placeholder="0x…"
      required
      pattern="\s*0x[0-9a-fA-F]{40}\s*"
      format="Paste the whole address: 0x and 40 digits or letters from a to f."
      spellCheck={false}
      autoComplete="off"
      translate="no"
      className="font-mono"
      error={error}
    />
  );
}
