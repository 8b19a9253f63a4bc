import { z } from "zod";
import { adminEndpoints, writeEndpoints } from "./endpoint.ts";
import { id, line, timestamp } from "./fields.ts";
import { version } from "./versions.ts";

export const childrenLetter = z.object({
  id,
  text: z.string(),
  writer: z.string(),
  order: z.number(),
});
const adminLetter = childrenLetter.extend({ isActive: z.boolean(), updatedAt: timestamp });

const writableFields = z.strictObject({
  text: line(280),
  /** First name and age only, so a child can't be identified. */
  writer: line(40).regex(
    /^[^\s,\d]+, \d{1,2}$/,
    "First name and age only, separated by a comma: Ava, 7",
  ),
  /** Position in the list, including hidden letters. Moving a letter shifts the others. */
  order: z.int().min(1).max(10_000),
  isActive: z.boolean(),
});

const writes = writeEndpoints("/api/children-letters", adminLetter);

export const childrenLetterEndpoints = adminEndpoints("content", {
  listChildrenLetters: {
    method: "GET",
    path: "/api/children-letters",
    summary: "Children's letters in order, including hidden ones",
    output: z.array(adminLetter),
  },
  createChildrenLetter: writes.create(
    "Add a child's letter",
    writableFields.partial().required({ text: true, writer: true }),
  ),
  updateChildrenLetter: writes.update(
    "Update, hide or show a child's letter",
    writableFields.partial().extend(version),
  ),
  deleteChildrenLetter: writes.remove(
    "Permanently delete a child's letter, such as when the family asks",
  ),
});
