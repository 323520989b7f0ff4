import sharp from "sharp";

// Others' files: nothing is kept between them, and one at a time is decoded by one thread.
sharp.cache(false);
sharp.concurrency(1);
// Only these loaders, regardless of the declared file type: others read vectors, documents and raw data.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadPng",
    "VipsForeignLoadJpeg",
    "VipsForeignLoadWebp",
    "VipsForeignLoadNsgif",
  ],
});

/** The library for pictures, which reads PNG, JPEG, WebP and GIF alone. */
export const restrictedSharp: typeof sharp = sharp;
