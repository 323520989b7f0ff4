/**
 * Makes browsers store a file, even one that they could show.
 * @param name without quotes
 */
export const fileHeaders = (type: string, { name }: { readonly name: string }) => ({
  "content-type": type,
  "content-disposition": `attachment; filename="${name}"`,
});
