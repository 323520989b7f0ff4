import { type Face, fontPath } from "@/lib/adapters/fonts/font-path";
import { singleLine } from "@/lib/core/text/plain-text";
import { restrictedSharp } from "./restricted-sharp";
import { createTurns } from "./turns";

/** What a preview shows. Pictures are files that we have encoded. */
export interface Preview {
  /** The largest text. */
  readonly title: string;
  /** Above it. */
  readonly site: string;
  /** Below it: the price, or what the site is. */
  readonly note: string | null;
  /** `#` and six hex digits; it is readable on the background. */
  readonly accent: string;
  readonly logo: Buffer | null;
  readonly picture: Buffer | null;
}

/** As link previews show pictures best (Open Graph, 1.91 to 1). */
const previewSize = { width: 1_200, height: 630 } as const;

const background = "#f6f6f3";
const colors = { ink: "#16181d", muted: "#5d6068" } as const;
const MARGIN = 72;
const STRIP = 20;
const PICTURE = 480;
const LOGO = 88;
const TITLE_TOP = 196;
const TITLE_HEIGHT = 240;
const MOST_CHARACTERS = 160;
const faceNames: Record<Face, string> = { regular: "Noto Sans", bold: "Noto Sans SemiBold" };

/** Drawings that wait: each is asked for by a link preview, which comes again. */
const inTurn = createTurns(16);

/**
 * Draws the picture of a page for link previews: site, title, note and accent, beside the page's own picture.
 * @returns a JPEG
 * @throws ImagesBusy when too many wait already
 */
export function drawPreview(preview: Preview): Promise<Buffer> {
  return inTurn(() => draw(preview));
}

async function draw({ title, site, note, accent, logo, picture }: Preview): Promise<Buffer> {
  const { width, height } = previewSize;
  const room = width - 2 * MARGIN - (picture ? PICTURE : 0);
  const siteLeft = logo ? MARGIN + LOGO + 24 : MARGIN;
  const siteRoom = room - (siteLeft - MARGIN);
  const texts = await Promise.all([
    write(site, { size: 34, color: colors.muted, width: siteRoom, height: 46 }),
    write(title, { size: 68, color: colors.ink, face: "bold", width: room, height: TITLE_HEIGHT }),
    write(note ?? "", { size: 46, color: accent, face: "bold", width: room, height: 64 }),
  ]);
  const [above, middle, below] = texts;
  const layers = [
    { input: box(STRIP, height, accent), left: 0, top: 0 },
    picture && { input: await cover(picture, PICTURE, height), left: width - PICTURE, top: 0 },
    logo && { input: await cover(logo, LOGO, LOGO), left: MARGIN, top: MARGIN },
    above && place(above, siteLeft, MARGIN + (LOGO - above.height) / 2),
    middle && place(middle, MARGIN, TITLE_TOP),
    below && place(below, MARGIN, height - MARGIN - below.height),
  ];
  return restrictedSharp({ create: { width, height, channels: 3, background } })
    .composite(layers.filter((layer) => layer !== null))
    .jpeg({ quality: 88, chromaSubsampling: "4:4:4" })
    .toBuffer();
}

const box = (width: number, height: number, color: string) => ({
  create: { width, height, channels: 3 as const, background: color },
});

/** A picture that fills a rectangle. */
const cover = (file: Buffer, width: number, height: number) =>
  restrictedSharp(file).resize({ width, height, fit: "cover" }).png().toBuffer();

interface Written {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

const place = ({ bytes }: Written, left: number, top: number) => ({
  input: bytes,
  left: Math.round(left),
  top: Math.round(top),
});

interface Style {
  /** Of a line, in pixels. */
  readonly size: number;
  readonly color: string;
  readonly face?: Face;
  /** The room that it has; a text that needs more is written smaller. */
  readonly width: number;
  readonly height: number;
}

/** Writes a text of others by our own font. @returns null where it has nothing to be seen */
async function write(text: string, style: Style): Promise<Written | null> {
  const { size, color, face = "regular", width, height } = style;
  const shown = cut(text);
  if (!/[\p{L}\p{N}\p{S}\p{P}]/u.test(shown)) return null;
  const font = `${faceNames[face]} ${size}`;
  const markup = `<span foreground="${color}">${escapeMarkup(shown)}</span>`;
  const common = { text: markup, font, fontfile: fontPath(face), rgba: true, width } as const;
  const lines = { ...common, wrap: "word-char", dpi: 72 } as const;
  const asWished = await render(lines);
  if (!asWished || asWished.height <= height) return asWished;
  const { dpi: _, ...smaller } = lines;
  return render({ ...smaller, height });
}

type TextInput = NonNullable<NonNullable<Parameters<typeof restrictedSharp>[1]>["text"]>;

async function render(text: TextInput): Promise<Written | null> {
  try {
    const image = restrictedSharp({ text }).png();
    const { data, info } = await image.toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  } catch (error) {
    // The font draws nothing for it, as for characters that are blank by themselves.
    if (error instanceof Error && error.message.includes("no text to render")) return null;
    throw error;
  }
}

/** One line of whole characters, without what no markup can hold (XML 1.0, section 2.2). */
function cut(text: string): string {
  const characters = [...singleLine(text).replace(/[\p{Cs}\p{Cn}]/gu, "")];
  if (characters.length <= MOST_CHARACTERS) return characters.join("");
  return `${characters.slice(0, MOST_CHARACTERS - 1).join("")}…`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};
const escapeMarkup = (text: string) => text.replace(/[&<>"']/g, (one) => entities[one] ?? one);
