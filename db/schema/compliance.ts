import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { type HoldDecision, holdTransitions } from "@/lib/core/hold-states";
import {
  type MatchResult,
  matchResults,
  type ScreeningResult,
  screeningResults,
} from "@/lib/core/kinds";
import { modes } from "@/lib/core/modes";
import { statesOf } from "@/lib/core/states";
import { auditLog } from "./audit";
import { oneOf, widths } from "./checks";
import { address, createdAt, instant, mode } from "./columns";
import { merchants } from "./merchants";
import { pageIndex } from "./page-index";

const decisionKinds = statesOf(holdTransitions).filter((state) => state !== "waiting");

const roundStages = ["payers", "payouts"] as const;
export type RoundStage = (typeof roundStages)[number];

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
    decision: text().$type<HoldDecision>().notNull(),
    /** The audit entry says who and why. */
    auditId: text()
      .notNull()
      .references(() => auditLog.id),
    createdAt: createdAt(),
  },
  (table) => [oneOf("screening_decisions_decision", table.decision, decisionKinds)],
);

/** Wallets that a list names, each told of once for a merchant, version of the lists and result. */
export const walletMatches = pgTable(
  "wallet_matches",
  {
    merchantId: text()
      .notNull()
      .references(() => merchants.id),
    mode: mode().notNull(),
    subject: address().notNull(),
    listVersion: text().notNull(),
    result: text().$type<MatchResult>().notNull(),
    /** What it was screened for when it was told. */
    resourceId: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({
      columns: [table.merchantId, table.mode, table.subject, table.listVersion, table.result],
    }),
    widths("wallet_matches_addresses", 20, table.subject),
    oneOf("wallet_matches_mode", table.mode, modes),
    oneOf("wallet_matches_result", table.result, matchResults),
  ],
);

/** The screening of all known wallets under a version of the lists: one row for each version, which its rounds go through. */
export const screeningRounds = pgTable(
  "screening_rounds",
  {
    listVersion: text().primaryKey(),
    /** Customers before merchants' own wallets. */
    stage: text().$type<RoundStage>().notNull().default("payers"),
    /** The last wallet of the stage that was screened; empty before the first. */
    after: text().notNull().default(""),
    screened: integer().notNull().default(0),
    matched: integer().notNull().default(0),
    /** By the machine's time: files are no business of a simulated clock. */
    startedAt: instant().notNull().default(sql`now()`),
    updatedAt: instant(),
    finishedAt: instant(),
  },
  (table) => [
    oneOf("screening_rounds_stage", table.stage, roundStages),
    index("screening_rounds_finished")
      .on(table.finishedAt, table.listVersion)
      .where(sql`${table.finishedAt} is not null`),
  ],
);
