import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import {
  type ImagePurpose,
  type ImageStatus,
  imagePurposes,
  imageStatuses,
} from "@/lib/core/kinds";
import { oneOf, widths } from "./checks";
import { bytes, bytes32, createdAt, instant } from "./columns";
import { merchants } from "./merchants";

/** Pictures, shared by all their users: decoded, re-encoded, and served by the hash of the result. */
export const images = pgTable(
  "images",
  {
    sha256: bytes32().primaryKey(),
    /** WebP. */
    data: bytes().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    createdAt: createdAt(),
    /** Since when no row uses it; null while one does. */
    releasedAt: instant(),
  },
  (table) => [
    widths("images_sha256", 32, table.sha256),
    check("images_size", sql`octet_length(${table.data}) between 1 and 2097152`),
    index("images_released")
      .on(table.releasedAt, table.sha256)
      .where(sql`${table.releasedAt} is not null`),
  ],
);

/** Which picture a merchant uses for what, and where it came from. */
export const imageReferences = pgTable(
  "image_references",
  {
    merchantId: text()
      .notNull()
      .references(() => merchants.id),
    purpose: text().$type<ImagePurpose>().notNull(),
    /** The id of the object that shows it; empty where it is the merchant's own. */
    subject: text().notNull().default(""),
    /** Where it is fetched; null: it was uploaded. */
    sourceUrl: text(),
    status: text().$type<ImageStatus>().notNull(),
    sha256: bytes32().references(() => images.sha256),
    /** How often it was asked for since the URL was given. */
    attempts: integer().notNull().default(0),
    /** Next fetch, by the machine's time; the fetching job moves it on. Null: no further attempt. */
    attemptAt: instant(),
    /** Why the last attempt gave nothing. */
    failure: text(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.purpose, table.subject] }),
    oneOf("image_references_purpose", table.purpose, imagePurposes),
    oneOf("image_references_status", table.status, imageStatuses),
    check("image_references_image", sql`(${table.status} = 'ok') = (${table.sha256} is not null)`),
    index("image_references_due").on(table.attemptAt).where(sql`${table.attemptAt} is not null`),
    index("image_references_by_image").on(table.sha256),
  ],
);
