"use client";

import { useRef, useState } from "react";
import type { JobWords } from "@/components/hosted/words/job/job-words";
import { Form } from "@/components/ui/form";
import { TextField } from "@/components/ui/text-field";
import type { JobPage } from "@/lib/contract/agents/hosted-job";
import { VendorWallets } from "./vendor-wallets";

type Submission = NonNullable<JobPage["submission"]>;

interface Props {
  page: Pick<JobPage, "vendor" | "network" | "localChainId">;
  submission: Submission;
  words: JobWords;
}

const isHash = (text: string) => /^0x[0-9a-fA-F]{64}$/.test(text.trim());

/** The vendor's wallet submits the work, by its hash. */
export function SubmitWork({ page, submission, words }: Props) {
  const [hash, setHash] = useState("");
  const [isWrong, setIsWrong] = useState(false);
  const field = useRef<HTMLDivElement>(null);
  const callOf = () => {
    if (isHash(hash)) return { to: submission.to, data: dataOf(submission, hash.trim()) };
    setIsWrong(true);
    field.current?.querySelector("input")?.focus();
    return null;
  };
  return (
    <div className="mt-4 grid gap-3">
      <div ref={field}>
        <Form onSubmit={() => {}}>
          <TextField
            name="deliverable"
            label={words.hashLabel}
            format={words.hashFormat}
            error={isWrong ? words.hashFormat : undefined}
            value={hash}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => {
              setHash(target.value);
              setIsWrong(false);
            }}
          />
        </Form>
      </div>
      <VendorWallets page={page} words={words} label="submit" done={words.done} callOf={callOf} />
    </div>
  );
}

const dataOf = ({ prefix, suffix }: Submission, hash: string): string =>
  `${prefix}${hash.slice(2).toLowerCase()}${suffix}`;
