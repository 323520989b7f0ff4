import { jsonb, pgTable, text, unique } from "drizzle-orm/pg-core";
import { modes } from "@/lib/core/modes";
import { oneOf } from "./checks";
import { address, createdAt, mode } from "./columns";
import { merchants } from "./merchants";

export const screeningResults = ["clear", "flagged", "blocked", "unavailable"] as const;
export type ScreeningResult = (typeof screeningResults)[number];

/** One screening of a wallet for a resource under one version of the lists. */
export const complianceScreenings = pgTable(
  "compliance_screenings",
  {
    id: text().primaryKey(),
    merchantId: text()
      .notNull()
      .references(() => merchants.id),
    mode: mode().notNull(),
    subject: address().notNull(),
    trigger: text().notNull(),
    provider: text().notNull(),
    listVersion: text().notNull(),
    result: text().$type<ScreeningResult>().notNull(),
    matches: jsonb().$type<string[]>().notNull().default([]),
    action: text().notNull(),
    resourceId: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    unique("compliance_screenings_once").on(table.subject, table.listVersion, table.resourceId),
    oneOf("compliance_screenings_mode", table.mode, modes),
    oneOf("compliance_screenings_result", table.result, screeningResults),
  ],
);
