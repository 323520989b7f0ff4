"use client";

import { type FormEvent, useState } from "react";
import type { FormWords } from "@/components/hosted/words/shop/shop-words";
import { Button } from "@/components/ui/button";
import { Form } from "@/components/ui/form";
import { AmountField } from "@/components/ui/money/amount-field";
import { TextField } from "@/components/ui/text-field";
import { callOwnAccount } from "@/lib/client/own-account";
import { typedAmount } from "@/lib/client/typed-amount";
import type { checkoutLink } from "@/lib/contract/storefronts/public-links";
import { formatAmount } from "@/lib/core/amounts/format-amount";
import { currencyDecimals, toDecimal } from "@/lib/core/amounts/money";
import { sayIn } from "@/lib/core/text/say";
import { sayProblem } from "./checkout-problem";
import { useCheckout } from "./use-checkout";

/** What the form needs to know of a link: amounts are digits, since it all crosses to the browser as JSON. */
export interface LinkTerms {
  id: string;
  merchant: string;
  currency: string;
  /** Of one piece; null where the payer chooses. */
  price: string | null;
  bounds: { least: string; most: string } | null;
  /** The most pieces that can be bought at once now. */
  maxQuantity: number;
  email: "none" | "optional" | "required";
  fields: readonly { key: string; label: string; required: boolean }[];
  isSubscription: boolean;
}

interface Props {
  terms: LinkTerms;
  words: FormWords;
  locale: string;
}

const route = { method: "POST", path: "/v1/checkout/links/{id}/checkout", isPublic: true } as const;

/** What a payer says before paying by a link: how many or how much, and what the merchant asks for. */
export function LinkForm({ terms, words, locale }: Props) {
  const [amount, setAmount] = useState("");
  const [quantity, setQuantity] = useState("1");
  const { busy, problem, checkOut } = useCheckout();
  const isEmailWrong = problem?.key === "emailWrong";
  const submit = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const body = bodyOf(terms, new FormData(currentTarget));
    void checkOut(() => callOwnAccount<typeof checkoutLink>(route, body));
  };
  return (
    <Form className="grid gap-5" onSubmit={submit}>
      {terms.bounds && (
        <ChosenAmount
          terms={terms}
          words={words}
          locale={locale}
          value={amount}
          onChange={setAmount}
        />
      )}
      {terms.maxQuantity > 1 && (
        <TextField
          name="quantity"
          label={words.quantity}
          type="number"
          inputMode="numeric"
          min={1}
          max={terms.maxQuantity}
          step={1}
          required
          value={quantity}
          onChange={({ target }) => setQuantity(target.value)}
          hint={<Total terms={terms} words={words} locale={locale} quantity={quantity} />}
        />
      )}
      <Questions {...{ terms, words, isEmailWrong }} />
      <div>
        <Button type="submit" wide busy={busy}>
          {words[terms.isSubscription ? "continueSubscribe" : "continue"]}
        </Button>
        <p role="status" className="mt-2 text-bad text-sm empty:hidden">
          {problem && !isEmailWrong && sayProblem(words, problem, terms.merchant)}
        </p>
      </div>
    </Form>
  );
}

/** The amount that a payer chooses between two bounds. */
function ChosenAmount(props: Props & { value: string; onChange(typed: string): void }) {
  const { terms, words, locale, value, onChange } = props;
  const { currency, bounds } = terms;
  if (!bounds) return null;
  const said = (amount: string) =>
    formatAmount({ amount, currency, decimals: currencyDecimals }, locale);
  const limits = { least: said(bounds.least), most: said(bounds.most) };
  const say = sayIn<FormWords>(words);
  const withLimits = (text: string) =>
    text.replace("{least}", limits.least).replace("{most}", limits.most);
  const chosen = typedAmount(value);
  const isOutside =
    chosen !== null &&
    (BigInt(chosen) < BigInt(bounds.least) || BigInt(chosen) > BigInt(bounds.most));
  return (
    <div>
      <AmountField
        name="amount"
        label={`${words.amount} (${currency})`}
        value={value}
        currency={currency}
        example={toDecimal(BigInt(bounds.least))}
        onChange={onChange}
        wrong={isOutside && withLimits(say("amountWrong"))}
      />
      <p className="mt-1.5 text-muted text-sm">{withLimits(say("amountHint"))}</p>
    </div>
  );
}

function Total({ terms, words, locale, quantity }: Props & { quantity: string }) {
  const { price, currency } = terms;
  if (price === null || !/^[1-9]\d?$/.test(quantity)) return null;
  const amount = (BigInt(price) * BigInt(quantity)).toString();
  return (
    <>
      {words.total}: {formatAmount({ amount, currency, decimals: currencyDecimals }, locale)}
    </>
  );
}

/** The e-mail address and the fields that the merchant asks for. */
function Questions(props: Pick<Props, "terms" | "words"> & { isEmailWrong: boolean }) {
  const { terms, words, isEmailWrong } = props;
  const { email, fields, merchant } = terms;
  const optional = (isRequired: boolean) =>
    isRequired ? null : <span className="text-muted">{words.optional}</span>;
  return (
    <>
      {email !== "none" && (
        <TextField
          name="customerEmail"
          label={words.email}
          aside={optional(email === "required")}
          hint={words.emailHint.replace("{merchant}", merchant)}
          type="email"
          autoComplete="email"
          inputMode="email"
          maxLength={320}
          required={email === "required"}
          error={isEmailWrong && words.emailWrong}
        />
      )}
      {fields.map(({ key, label, required }) => (
        <TextField
          key={key}
          name={`answers.${key}`}
          label={label}
          aside={optional(required)}
          maxLength={200}
          required={required}
        />
      ))}
    </>
  );
}

/** The request: what was left empty is left out. */
function bodyOf({ id, bounds, maxQuantity, fields }: LinkTerms, form: FormData) {
  const text = (name: string) => String(form.get(name) ?? "").trim();
  const answers = Object.fromEntries(
    fields.flatMap(({ key }) => (text(`answers.${key}`) ? [[key, text(`answers.${key}`)]] : [])),
  );
  const customerEmail = text("customerEmail");
  const amount = bounds && typedAmount(text("amount"));
  return {
    id,
    ...(amount && { amount }),
    ...(maxQuantity > 1 && { quantity: Number(text("quantity")) }),
    ...(customerEmail && { customerEmail }),
    ...(Object.keys(answers).length > 0 && { answers }),
  };
}
