/** WCAG 2.2, success criterion 1.4.3. */
const LEAST_CONTRAST = 4.5;
const STEPS = 64;

type Rgb = readonly [red: number, green: number, blue: number];

/** The darkest light surface and the lightest dark one of a page: a color that is readable on it is so on the others. */
export const surfaces = { light: "#f6f6f3", dark: "#1a1c21" } as const;

const parse = (hex: string): Rgb => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    Number.parseInt(hex.slice(at, at + 2), 16),
  );
  return [red, green, blue];
};

const toHex = (color: Rgb) =>
  `#${color.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;

/** Relative luminance, as WCAG 2.2 defines it. */
function luminanceOf(hex: string): number {
  const [red = 0, green = 0, blue = 0] = parse(hex).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast ratio of two colors, 1 to 21, as WCAG 2.2 defines it. */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/**
 * A merchant's color, shifted towards black or white by the least that makes it readable on the pages' surfaces, so that
 * text in it, and text of the surface's color on it, has a contrast of 4.5:1.
 * @param hex such as `#1a7f64`
 * @example readableAccent("#ffee00", "light") // a dark yellow
 */
export function readableAccent(hex: string, scheme: keyof typeof surfaces): string {
  const surface = surfaces[scheme];
  const end = scheme === "light" ? 0 : 255;
  const from = parse(hex);
  for (let step = 0; step < STEPS; step += 1) {
    const share = step / STEPS;
    const [red, green, blue] = from;
    const shift = (part: number) => part + (end - part) * share;
    const shifted = toHex([shift(red), shift(green), shift(blue)]);
    if (contrastOf(shifted, surface) >= LEAST_CONTRAST) return shifted;
  }
  return toHex([end, end, end]);
}
