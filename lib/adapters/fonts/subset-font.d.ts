/** A part of a font with the glyphs of a text, by HarfBuzz. */
declare module "subset-font" {
  interface Options {
    readonly targetFormat: "truetype";
    /** Axes of a variable font, set to a value. */
    readonly variationAxes: Readonly<Record<string, number>>;
  }
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}
