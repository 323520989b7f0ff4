import { readAnswer } from "@/sdk/src/read-answer";
import { urlOf } from "@/sdk/src/send-request";
import { type Acting, asPerson } from "./call-as-person";
import type { ListQuery } from "./read-page";
import { saveFile } from "./save-file";
import { writesDecimalComma } from "./typed-amount";

/**
 * Asks for all of a list as CSV, with the filters of the page, and lets the browser store it.
 * @param path of the list's endpoint, e.g. `/v1/payment-sessions`
 * @param name of the file, e.g. `payments.csv`
 * @param isForProgram as RFC 4180 has it; otherwise as a spreadsheet of the reader's language opens it
 * @throws StipendError what the API answered
 */
export async function downloadCsv(
  acting: Acting,
  {
    path,
    query,
    name,
    isForProgram = false,
  }: { path: string; query: ListQuery; name: string; isForProgram?: boolean },
): Promise<void> {
  const target = `${path}?${new URLSearchParams(query)}`;
  const file = await asPerson(acting, async (transport) => {
    const accept = isForProgram ? "text/csv" : spreadsheetType(writesDecimalComma());
    const headers = { accept, authorization: `Bearer ${transport.key}` };
    const response = await transport.fetch(urlOf(transport, target), {
      headers,
      redirect: "error",
      credentials: "omit",
      cache: "no-store",
    });
    const isCsv = response.headers.get("content-type")?.startsWith("text/csv");
    if (response.ok && isCsv) return response.blob();
    readAnswer(response, await response.text(), undefined);
    throw new TypeError("The answer is no CSV");
  });
  saveFile(name, file);
}

/** Where decimals have a comma, columns are told apart by a semicolon. */
const spreadsheetType = (decimalComma: boolean): string =>
  `text/csv; profile=spreadsheet; delimiter="${decimalComma ? ";" : ","}"`;
