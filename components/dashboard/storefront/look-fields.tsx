import { TextField } from "@/components/ui/text-field";
import { PictureField } from "./picture-field";
import { pictureWords } from "./picture-words";
import { isColor, type ShopDraft, type Storefront } from "./shop-draft";

interface Props {
  shop: Storefront | null;
  draft: ShopDraft;
  /** Sends a file as a picture of the shop. */
  upload(field: ShopPicture, file: File): Promise<"saved">;
  onChange(change: Partial<ShopDraft>): void;
  errorAt(name: string): string | undefined;
}

/** The fields of a shop that are pictures. */
export type ShopPicture = "logoUrl" | "coverImageUrl";

/** The color of a field without one. */
const NO_COLOR = "#1d4ed8";

/** How the shop looks: logo, cover picture, color of its buttons. */
export function LookFields({ shop, draft, upload, onChange, errorAt }: Props) {
  const isSaved = shop !== null;
  return (
    <>
      <PictureField
        name="logoUrl"
        label="Logo"
        hint={
          pictureWords(shop?.logoStatus ?? null) ??
          "The address of a PNG, JPEG, WebP or GIF of at most 2 MB."
        }
        value={draft.logoUrl}
        error={errorAt("logoUrl")}
        upload={isSaved ? (file) => upload("logoUrl", file) : null}
        onChange={(logoUrl) => onChange({ logoUrl })}
      />
      <PictureField
        name="coverImageUrl"
        label="Cover picture"
        hint={pictureWords(shop?.coverImageStatus ?? null) ?? "Shown above the name, best at 3:1."}
        value={draft.coverImageUrl}
        error={errorAt("coverImageUrl")}
        upload={isSaved ? (file) => upload("coverImageUrl", file) : null}
        onChange={(coverImageUrl) => onChange({ coverImageUrl })}
      />
      <ColorField {...{ draft, onChange, errorAt }} />
    </>
  );
}

function ColorField({ draft, onChange, errorAt }: Omit<Props, "shop" | "upload">) {
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
