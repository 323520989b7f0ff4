import type { TransactionSql } from "@/db/client";
import { type Currency, digits } from "@/lib/core/amounts/money";
import { type Address, checksumAddress } from "@/lib/core/chain/hex";
import { singleLine } from "@/lib/core/text/plain-text";
import {
  formatDate,
  formatMoney,
  type Mail,
  type MailRow,
  testPayment,
  type Wording,
} from "@/lib/domain/mails/mail";
import { queueMail } from "@/lib/domain/mails/queue-mail";
import type { JobRow } from "./job-rows";

/** What a mail about a job tells. */
type JobFacts = {
  businessName: string;
  jobId: string;
  description: string;
  /** Digits in the token's smallest unit. */
  amount: string;
  currency: Currency;
  chainId: number;
  vendor: Address;
  /** ISO 8601: the last moment to submit, and the escrow's deadline. */
  submitBy: string;
  expiresAt: string;
  /** The token refused the transfer, and the escrow holds the money. */
  isHeld: boolean;
};

const heldMoney = (whose: string) =>
  `The token refuses the transfer now: the escrow keeps ${whose} money, and the transfer is tried again.`;

const amountOf = ({ amount, currency }: JobFacts) => formatMoney(amount, currency);

export const jobMails = {
  /** That a job waits for a person. */
  approval: {
    kind: "agent_job_approval",
    subject: (facts) => `Job needs your approval: ${amountOf(facts)}`,
    body: (facts, wording) => ({
      ...frame(facts, wording),
      preheader: "Your agent is not allowed to buy this by itself.",
      heading: `A job for ${amountOf(facts)} needs your approval`,
      paragraphs: [
        `Your agent was asked to buy work, and its limits don’t cover it. Check amount and vendor, then approve or cancel the job. You can approve it until ${formatDate(facts.submitBy)}.`,
      ],
    }),
  },
  /** That a job's vendor was paid. */
  completed: {
    kind: "agent_job_completed",
    subject: (facts) => `Job completed: ${amountOf(facts)}`,
    body: (facts, wording) => ({
      ...frame(facts, wording),
      preheader: facts.isHeld
        ? "The work was accepted."
        : "The work was accepted, and the vendor was paid.",
      heading: `A job for ${amountOf(facts)} is completed`,
      paragraphs: [
        `The work was accepted. ${facts.isHeld ? heldMoney("the vendor’s") : "The escrow has paid the vendor."}`,
      ],
    }),
  },
  /** That submitted work was rejected. */
  disputed: {
    kind: "agent_job_disputed",
    subject: (facts) => `Job rejected: ${amountOf(facts)}`,
    body: (facts, wording) => ({
      ...frame(facts, wording),
      preheader: "The submitted work was rejected.",
      heading: `A job for ${amountOf(facts)} was rejected`,
      paragraphs: [
        `The vendor had submitted the work, and the evaluator rejected it. ${facts.isHeld ? heldMoney("your") : "The money is back in your treasury."}`,
      ],
    }),
  },
  /** That submitted work waits for a decision, and the deadline is near. */
  expiring: {
    kind: "agent_job_expiring",
    subject: (facts) => `Job about to expire: ${amountOf(facts)}`,
    body: (facts, wording) => ({
      ...frame(facts, wording),
      preheader: "The vendor has submitted the work and waits for a decision.",
      heading: `A job for ${amountOf(facts)} is about to expire`,
      paragraphs: [
        `The vendor has submitted the work, and it was neither accepted nor rejected. Without a decision by ${formatDate(facts.expiresAt)} the vendor is not paid, and the money returns to your treasury.`,
      ],
    }),
  },
  /** That a job's time is over. */
  expired: {
    kind: "agent_job_expired",
    subject: (facts) => `Job expired: ${amountOf(facts)}`,
    body: (facts, wording) => ({
      ...frame(facts, wording),
      preheader: "The job’s time is over.",
      heading: `A job for ${amountOf(facts)} has expired`,
      paragraphs: ["The job’s time is over. The vendor was not paid."],
    }),
  },
} satisfies Record<string, Mail<JobFacts>>;

function frame(facts: JobFacts, { networkOf }: Wording) {
  const rows: MailRow[] = [
    ["Amount", amountOf(facts)],
    ["Description", singleLine(facts.description).slice(0, 200)],
    ["Vendor", checksumAddress(facts.vendor)],
    ["Submit by", formatDate(facts.submitBy)],
    ["Expires", formatDate(facts.expiresAt)],
    ["Network", networkOf(facts.chainId)],
    ["Job", facts.jobId],
  ];
  return {
    facts: rows,
    button: { label: "Open job", to: `/dashboard/agent/jobs/${facts.jobId}` },
    inTestMode: testPayment,
    footer: `You’re receiving this email because ${singleLine(facts.businessName)} has an agent that buys work.`,
  };
}

/** Mails the merchant about a job, once for each kind, in the transaction of what it tells of. */
export async function queueJobMail(
  tx: TransactionSql,
  row: JobRow,
  kind: keyof typeof jobMails,
): Promise<void> {
  await queueMail<JobFacts>(tx, jobMails[kind], {
    merchantId: row.merchantId,
    mode: row.mode,
    about: row.id,
    jobId: row.id,
    description: row.description,
    amount: digits(row.amount),
    currency: row.currency,
    chainId: row.chainId,
    vendor: row.vendorAddress,
    submitBy: row.submitBy.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    isHeld: row.heldAt !== null,
  });
}
