/** How many pages a PDF has, as Chromium writes it. */
export const pagesOf = (pdf: Buffer): number | undefined =>
  pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length;
