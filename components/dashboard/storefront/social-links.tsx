import { Button } from "@/components/ui/button";
import { Offered } from "@/components/ui/offered";
import { TextField } from "@/components/ui/text-field";
import { type DraftLink, isSecureUrl } from "./shop-draft";

/** As many as a shop may have. */
const MOST_LINKS = 10;

interface Props {
  links: readonly DraftLink[];
  onChange(links: readonly DraftLink[]): void;
}

/** The merchant's pages elsewhere. */
export function SocialLinks({ links, onChange }: Props) {
  const add = () => {
    const row = Math.max(-1, ...links.map((link) => link.row)) + 1;
    onChange([...links, { row, url: "" }]);
  };
  return (
    <fieldset className="grid gap-3 text-sm">
      <legend className="mb-1.5 font-medium">Social links</legend>
      {links.map((link, at) => (
        <div key={link.row} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3">
          <TextField
            name={`social-${link.row}`}
            label={`Link ${at + 1}`}
            type="url"
            placeholder="https://"
            autoComplete="off"
            required
            maxLength={2_000}
            value={link.url}
            wrong={!isSecureUrl(link.url.trim()) && "Enter an address that begins with https://."}
            onChange={({ target }) =>
              onChange(links.map((one) => (one === link ? { ...one, url: target.value } : one)))
            }
          />
          <button
            type="button"
            onClick={() => onChange(links.filter((one) => one !== link))}
            className="mt-[1.625rem] inline-flex min-h-11 items-center text-muted underline underline-offset-4 hover:text-ink"
          >
            Remove<span className="sr-only"> link {at + 1}</span>
          </button>
        </div>
      ))}
      <div>
        <Offered why={links.length < MOST_LINKS ? null : "A shop shows at most ten links."}>
          <Button look="secondary" data-adds-row onClick={add}>
            Add link
          </Button>
        </Offered>
      </div>
    </fieldset>
  );
}
