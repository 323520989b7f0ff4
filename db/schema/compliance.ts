import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { type ScreeningResult, screeningResults } from "@/lib/core/kinds";
import { modes } from "@/lib/core/modes";
import { auditLog } from "./audit";
import { oneOf, widths } from "./checks";
import { address, createdAt, mode } from "./columns";
import { merchants } from "./merchants";
import { pageIndex } from "./page-index";

const decisionKinds = ["released", "refused"] as const;
export type ScreeningDecision = (typeof decisionKinds)[number];

/**
 * One screening of a wallet for a resource under one version of the lists, which name it: an id to show
 * follows from them.
 */
export const complianceScreenings = pgTable(
  "compliance_screenings",
  {
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
    // By a hash of 128 bits: what it leads to is compared.
    uniqueIndex("compliance_screenings_once").on(
      sql`screening_key(${table.resourceId}, ${table.subject})`,
      table.listVersion,
    ),
    pageIndex("compliance_screenings_recent", table),
    pageIndex("compliance_screenings_recent_of_subject", table, table.subject),
    // Nearly all are clear.
    pageIndex("compliance_screenings_recent_matches", table, table.result).where(
      sql`${table.result} <> 'clear'`,
    ),
    // A thing is screened a few times: its rows are read whole and sorted.
    index("compliance_screenings_by_resource").using("hash", table.resourceId).concurrently(),
    widths("compliance_screenings_addresses", 20, table.subject),
    oneOf("compliance_screenings_mode", table.mode, modes),
    oneOf("compliance_screenings_result", table.result, screeningResults),
  ],
);

/** What a person decided of something that screening held up: it is not asked again. */
export const screeningDecisions = pgTable(
  "screening_decisions",
  {
    /** The submission or transaction. */
    resourceId: text().primaryKey(),
    decision: text().$type<ScreeningDecision>().notNull(),
    /** The audit entry says who and why. */
    auditId: text()
      .notNull()
      .references(() => auditLog.id),
    createdAt: createdAt(),
  },
  (table) => [oneOf("screening_decisions_decision", table.decision, decisionKinds)],
);
