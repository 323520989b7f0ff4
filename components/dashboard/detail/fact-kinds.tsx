import { Fact } from "@/components/ui/facts";
import { Money } from "@/components/ui/money/money";
import { LocalTime } from "@/components/ui/time/local-time";
import { type ObjectName, objectKinds } from "@/lib/core/object-kinds";
import { ObjectLink } from "./object-link";

interface MoneyProps {
  name: string;
  /** Digits in the token's smallest unit. */
  amount: string | null;
  currency: string;
}

/** An amount; nothing where there is none. */
export function MoneyFact({ name, amount, currency }: MoneyProps) {
  if (amount === null) return null;
  return (
    <Fact name={name}>
      <Money amount={amount} currency={currency} />
    </Fact>
  );
}

interface MomentProps {
  name: string;
  /** ISO 8601. */
  iso: string | null;
  /** Said where there is none; without it there is no line either. */
  none?: string;
}

/** A moment in the reader's time zone. */
export function MomentFact({ name, iso, none }: MomentProps) {
  if (iso === null && none === undefined) return null;
  return <Fact name={name}>{iso ? <LocalTime iso={iso} shape="second" locale="en" /> : none}</Fact>;
}

/** Another object that this one belongs to; nothing where there is none. */
export function LinkFact({ object, id }: { object: ObjectName; id: string | null }) {
  if (id === null) return null;
  return (
    <Fact name={objectKinds[object].one}>
      <ObjectLink path={objectKinds[object].list} id={id} />
    </Fact>
  );
}
