"use client";

import { type FormEvent, useState } from "react";
import type { Problem } from "@/components/account/problem-of";
import { problemAt, TaskProblem } from "@/components/account/task-problem";
import { useTask } from "@/components/account/use-task";
import { Button } from "@/components/ui/button";
import { Form } from "@/components/ui/form";
import { Notice } from "@/components/ui/notice";
import { SelectField } from "@/components/ui/select-field";
import { TextAreaField } from "@/components/ui/text-area-field";
import { TextField } from "@/components/ui/text-field";
import { callOwnAccount } from "@/lib/client/own-account";
import type { sendContactMessage } from "@/lib/contract/merchants/contact";
import type { ContactTopic } from "@/lib/core/kinds";

const topics: readonly (readonly [ContactTopic, string])[] = [
  ["support", "Help with my account"],
  ["sales", "Plans and prices"],
  ["partnership", "Partnerships"],
  ["security", "Security"],
  ["other", "Something else"],
];
const fields = ["name", "email", "company", "topic", "message"];
const route = { method: "POST", path: "/v1/contact", isPublic: true } as const;

/** Writes to support. What was typed stays until it has been sent. */
export function ContactForm() {
  const { busy, problem, run } = useTask();
  const [answerTo, setAnswerTo] = useState<string | null>(null);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    const { name = "", email = "", company = "", message = "" } = given;
    const topic = (topics.find(([one]) => one === given.topic) ?? topics[0])?.[0] ?? "other";
    const input = { name, email, topic, message, ...(company.trim() === "" ? {} : { company }) };
    void run(async () => {
      await callOwnAccount<typeof sendContactMessage>(route, input);
      setAnswerTo(email);
    });
  };
  if (answerTo !== null) {
    return (
      <div role="status">
        <Notice tone="good">
          Thank you for your message. We’ll reply to{" "}
          <span className="wrap-anywhere font-medium">{answerTo}</span>.
        </Notice>
      </div>
    );
  }
  return (
    <Form onSubmit={submit} className="grid gap-5">
      <Writer problem={problem} />
      <Message problem={problem} />
      <TaskProblem problem={problem} fields={fields} />
      <div>
        <Button type="submit" busy={busy}>
          Send message
        </Button>
      </div>
    </Form>
  );
}

/** Who writes, and what about. */
function Writer({ problem }: { problem: Problem | null }) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        name="name"
        label="Name"
        autoComplete="name"
        required
        minLength={2}
        maxLength={120}
        error={problemAt(problem, "name")}
      />
      <TextField
        name="email"
        type="email"
        label="E-mail"
        autoComplete="email"
        required
        maxLength={320}
        error={problemAt(problem, "email")}
      />
      <TextField
        name="company"
        label="Company (optional)"
        autoComplete="organization"
        maxLength={120}
        error={problemAt(problem, "company")}
      />
      <SelectField name="topic" label="What is it about?" error={problemAt(problem, "topic")}>
        {topics.map(([topic, label]) => (
          <option key={topic} value={topic}>
            {label}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

function Message({ problem }: { problem: Problem | null }) {
  return (
    <TextAreaField
      label="Message"
      hint="At least 20 characters. Never send us an API key or a password."
      error={problemAt(problem, "message")}
      name="message"
      required
      minLength={20}
      maxLength={4_000}
      rows={7}
      className="resize-y"
    />
  );
}
