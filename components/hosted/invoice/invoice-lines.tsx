import type { InvoicePage } from "@/lib/contract/invoices/hosted-invoice";
import { formatNumber } from "@/lib/core/amounts/format-amount";
import type { InvoiceSpeech } from "./invoice-totals";

type LineFields = Pick<InvoicePage, "lines" | "currency" | "decimals">;

/** What is billed. On a phone quantity and price stand below the description. */
export function InvoiceLines({ page, say, locale }: InvoiceSpeech<LineFields>) {
  const { lines, currency, decimals } = page;
  const number = (amount: string) => formatNumber(amount, decimals, locale);
  const counted = ({ quantity, unit }: (typeof lines)[number]) => {
    const text = new Intl.NumberFormat(locale).format(quantity);
    return unit ? `${text} ${unit}` : text;
  };
  const keyed = lines.map((line, at) => ({ ...line, key: at }));
  const wide = "hidden text-right align-top tabular-nums sm:table-cell print:table-cell";
  return (
    <table className="mt-8 w-full text-sm">
      <caption className="sr-only">{say("lines")}</caption>
      <thead>
        <tr className="border-line border-b text-left text-muted">
          <th scope="col" className="py-2 pr-4 font-normal">
            {say("description")}
          </th>
          <th scope="col" className={`${wide} py-2 pr-4 font-normal`}>
            {say("quantity")}
          </th>
          <th scope="col" className={`${wide} py-2 pr-4 font-normal`}>
            {say("price", { currency })}
          </th>
          <th scope="col" className="py-2 text-right font-normal">
            {say("amount", { currency })}
          </th>
        </tr>
      </thead>
      <tbody>
        {keyed.map(({ key, ...line }) => (
          <tr key={key} className="break-inside-avoid border-line border-b">
            <th
              scope="row"
              dir="auto"
              className="whitespace-pre-line break-words py-3 pr-4 text-start align-top font-normal"
            >
              {line.description}
              <span className="mt-0.5 block text-muted tabular-nums sm:hidden print:hidden">
                {say("each", { quantity: counted(line), price: number(line.unitAmount) })}
              </span>
            </th>
            <td className={`${wide} py-3 pr-4`}>{counted(line)}</td>
            <td className={`${wide} wrap-anywhere py-3 pr-4`}>{number(line.unitAmount)}</td>
            <td className="wrap-anywhere py-3 text-right align-top font-medium tabular-nums">
              {number(line.amount)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
