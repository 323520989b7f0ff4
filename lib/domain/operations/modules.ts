import type { Modules } from "@/lib/domain/context";
import { payInvoices } from "@/lib/domain/invoices/pay-invoices";
import { operatorCallTask } from "@/lib/domain/operator-calls/operator-call-task";
import { enrolmentTask } from "@/lib/domain/relay/enrolments/enrolment-task";
import { permitTask } from "@/lib/domain/relay/permits/permit-task";
import { settlementTask } from "@/lib/domain/relay/settlements/settlement-task";
import { renewalTask } from "@/lib/domain/renewals/renewal-task";

/** What modules hand to those below them: part of every context. */
export const modules: Modules = {
  relayTasks: [settlementTask, enrolmentTask, permitTask, renewalTask, operatorCallTask],
  onConfirmed: [payInvoices],
};
