import { z } from "zod";
import type { OptionText } from "./command";

export const chainOption: OptionText = { value: "ID", text: "the chain's id, such as 8453" };

export const chainInput = z.object({ chain: z.coerce.number().int().positive() });
