import { useId, useSyncExternalStore } from "react";
import { TextField } from "@/components/ui/text-field";
import { memoize } from "@/lib/core/memoize";

interface Props {
  defaultValue: string;
  error: string | undefined;
}

const none: readonly string[] = [];
const neverChanges = () => () => {};
/** What the browser knows; the API judges what is entered. */
const readZones = memoize((): readonly string[] => ["UTC", ...Intl.supportedValuesOf("timeZone")]);

/** Whose calendar the dates of invoices and mails are of. */
export function TimeZoneField({ defaultValue, error }: Props) {
  const id = useId();
  const zones = useSyncExternalStore(neverChanges, readZones, () => none);
  return (
    <>
      <TextField
        name="timeZone"
        label="Time zone"
        hint="Dates on new invoices and in emails are days of this time zone."
        autoComplete="off"
        list={id}
        maxLength={64}
        defaultValue={defaultValue}
        error={error}
      />
      <datalist id={id}>
        {zones.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  );
}
