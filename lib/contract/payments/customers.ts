import { z } from "zod";
import { displayName } from "@/lib/contract/display-name";
import { endpoint } from "@/lib/contract/endpoint";
import {
  address,
  email,
  id,
  idParams,
  instant,
  listOf,
  metadata,
  mode,
  pageQuery,
} from "@/lib/contract/fields";
import { nameText } from "@/lib/contract/text-forms";

const tag = "Customers";

export const customer = z
  .object({
    id: id("customer"),
    object: z.literal("customer"),
    mode,
    walletAddress: address,
    email: z.string().nullable(),
    name: z.string().nullable(),
    externalRef: z.string().nullable(),
    metadata: z.record(z.string(), z.unknown()).meta({
      description: "The merchant's own keys, and `emailHistory`: the last 20 e-mails seen",
    }),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: "Customer" });

const name = displayName(nameText(1, 200));
const externalRef = z.string().min(1).max(200);

export const upsertCustomer = endpoint({
  method: "POST",
  path: "/v1/customers",
  tag,
  summary: "Create or update a customer",
  description:
    "A customer is unique per wallet. Fields that are omitted or null stay unchanged: `PATCH /v1/customers/{id}` clears them. `metadata` is merged; a null value deletes its key. `emailHistory` cannot be written.",
  auth: "merchant",
  scope: "customers_write",
  body: z
    .strictObject({
      walletAddress: address,
      email: email.optional(),
      name: name.optional(),
      externalRef: externalRef.optional(),
      metadata: metadata.optional(),
    })
    .meta({
      example: {
        walletAddress: "0x52908400098527886E0F7030069857D2E4169EE7",
        email: "ada@example.com",
        name: "Ada Lovelace",
        externalRef: "user-42",
      },
    }),
  status: 201,
  response: customer,
});

export const listCustomers = endpoint({
  method: "GET",
  path: "/v1/customers",
  tag,
  summary: "List customers",
  auth: "merchant",
  scope: "customers_read",
  query: z.strictObject({
    ...pageQuery,
    externalRef: z.string().max(200).optional(),
    createdAfter: instant.optional(),
    createdBefore: instant.optional(),
  }),
  status: 200,
  response: listOf(customer),
});

export const getCustomer = endpoint({
  method: "GET",
  path: "/v1/customers/{id}",
  tag,
  summary: "Retrieve a customer",
  auth: "merchant",
  scope: "customers_read",
  params: idParams,
  status: 200,
  response: customer,
  errors: ["not_found"],
});

export const updateCustomer = endpoint({
  method: "PATCH",
  path: "/v1/customers/{id}",
  tag,
  summary: "Update a customer",
  description:
    "Omitted fields stay unchanged; `null` clears `email`, `name` and `externalRef`. `metadata` is merged; a null value deletes its key. `emailHistory` cannot be written.",
  auth: "merchant",
  scope: "customers_write",
  params: idParams,
  body: z.strictObject({
    email: email.nullable().optional(),
    name: name.nullable().optional(),
    externalRef: externalRef.nullable().optional(),
    metadata: metadata.optional(),
  }),
  status: 200,
  response: customer,
  errors: ["not_found"],
});
