/**
 * Makes browsers store a file, whatever they could show of it.
 * @param name without quotes
 */
export const fileHeaders = (type: string, { name }: { readonly name: string }) => ({
  "content-type": type,
  "content-disposition": `attachment; filename="${name}"`,
});
