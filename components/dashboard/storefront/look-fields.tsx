import { TextField } from "@/components/ui/text-field";
import { pictureWords } from "./picture-words";
import { isColor, type ShopDraft, type Storefront } from "./shop-draft";

interface Props {
  shop: Storefront | null;
  draft: ShopDraft;
  onChange(change: Partial<ShopDraft>): void;
  errorAt(name: string): string | undefined;
}

/** The color of a field without one. */
const NO_COLOR = "#1d4ed8";

/** How the shop looks: logo, cover picture, color of its buttons. */
export function LookFields({ shop, draft, onChange, errorAt }: Props) {
  const picture = (name: "logoUrl" | "coverImageUrl") => ({
    name,
    type: "url",
    placeholder: "https://",
    autoComplete: "off",
    maxLength: 2_000,
    value: draft[name],
    error: errorAt(name),
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  });
  return (
    <>
      <TextField
        {...picture("logoUrl")}
        label="Logo"
        hint={
          pictureWords(shop?.logoStatus ?? null) ??
          "The address of a PNG, JPEG, WebP or GIF. The shop shows a copy."
        }
      />
      <TextField
        {...picture("coverImageUrl")}
        label="Cover picture"
        hint={pictureWords(shop?.coverImageStatus ?? null) ?? "Shown above the name, best at 3:1."}
      />
      <ColorField {...{ draft, onChange, errorAt }} />
    </>
  );
}

function ColorField({ draft, onChange, errorAt }: Omit<Props, "shop">) {
  const { accentColor } = draft;
  const isWrong = accentColor.trim() !== "" && !isColor(accentColor.trim());
  return (
    <div className="grid max-w-xs grid-cols-[minmax(0,1fr)_auto] items-start gap-3">
      <TextField
        name="accentColor"
        label="Accent color"
        hint="The color of buttons."
        placeholder="#1a7f64"
        autoComplete="off"
        spellCheck={false}
        value={accentColor}
        wrong={isWrong && "Enter a color like #1a7f64, or leave it empty."}
        error={errorAt("accentColor")}
        onChange={({ target }) => onChange({ accentColor: target.value })}
      />
      <input
        type="color"
        aria-label="Pick the accent color"
        value={isColor(accentColor) ? accentColor : NO_COLOR}
        onChange={({ target }) => onChange({ accentColor: target.value })}
        className="mt-[1.625rem] size-11 cursor-pointer rounded-xl border border-edge bg-canvas p-1"
      />
    </div>
  );
}
