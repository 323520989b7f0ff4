import { CopyHex } from "@/components/dashboard/detail/copy-hex";
import { DoneMark } from "@/components/ui/done-mark";
import * as icons from "@/components/ui/icons";
import { Money } from "@/components/ui/money/money";
import { Spinner } from "@/components/ui/spinner";
import { StipendMark } from "@/components/ui/stipend-mark";
import { LocalTime } from "@/components/ui/time/local-time";
import * as workIcons from "@/components/ui/work-icons";

const row = "flex flex-wrap items-center gap-3";
const hex = "0x52908400098527886e0f7030069857d2e4169ee7";

/** Every icon, and what is shown within a line. */
export function GalleryMarks() {
  return (
    <div className="grid gap-5">
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-3 text-xs">
        {Object.entries({ ...icons, ...workIcons }).map(([name, Icon]) => (
          <li key={name} className="flex items-center gap-2 text-muted">
            <Icon className="size-5 text-ink" />
            {name.replace(/Icon$/, "")}
          </li>
        ))}
      </ul>
      <div className={row}>
        <StipendMark />
        <Spinner />
        <DoneMark isDone />
        <DoneMark isDone={false} />
      </div>
      <p className={`${row} text-sm`}>
        <Money amount="1234500000" currency="USDC" />
        <Money amount="1" currency="EURC" />
        <LocalTime iso="2026-04-27T12:00:00.000Z" shape="full" locale="en" />
        <LocalTime iso="2026-04-27T12:00:00.000Z" shape="short" locale="en" />
        <CopyHex hex={hex} what="the address" />
      </p>
    </div>
  );
}
