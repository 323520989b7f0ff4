import { buttonLook } from "./button-look";
import { OldPageDialog } from "./old-page-dialog";

interface Props {
  title: string;
  intro: string;
  reload: string;
}

const HEADING = "old-page";

/** What is said on a page that does not survive an update of the server. */
export function OldPageNotice({ title, intro, reload }: Props) {
  return (
    <OldPageDialog
      labelledBy={HEADING}
      className="m-auto w-[calc(100%-2rem)] max-w-md rounded-2xl border border-line bg-raised p-5 text-ink shadow-2xl backdrop:bg-black/50 sm:p-6"
    >
      <h2 id={HEADING} className="font-semibold text-lg tracking-tight">
        {title}
      </h2>
      <p className="mt-3 text-pretty text-muted text-sm">{intro}</p>
      <button type="submit" className={buttonLook("primary", true, "mt-5")}>
        {reload}
      </button>
    </OldPageDialog>
  );
}
