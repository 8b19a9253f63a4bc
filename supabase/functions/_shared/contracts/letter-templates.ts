import { z } from "zod";
import { LETTER_PLACEHOLDERS } from "./choices.ts";
import { adminEndpoints, writeEndpoints } from "./endpoint.ts";
import { id, line, text, timestamp } from "./fields.ts";
import { listEndpoint } from "./list.ts";
import { version } from "./versions.ts";

const letterTemplate = z.object({
  id,
  name: z.string(),
  /** The paragraphs, separated by blank lines. */
  body: z.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

/** Returns the first placeholder that letters don't have. */
const findUnknownPlaceholder = (body: string): string | undefined =>
  Array.from(body.matchAll(/\{\{([^{}]*)\}\}/g), ([, name = ""]) => name.trim()).find(
    (name) => !LETTER_PLACEHOLDERS.some((known) => known === name),
  );

const writableFields = z.strictObject({
  name: line(100),
  body: text(4000, 10).refine((body) => findUnknownPlaceholder(body) === undefined, {
    error: ({ input }) =>
      `We don't know what {{${findUnknownPlaceholder(String(input))}}} stands for.`,
  }),
});

const writes = writeEndpoints("/api/letter-templates", letterTemplate);

export const letterTemplateEndpoints = adminEndpoints("giving", {
  listLetterTemplates: listEndpoint({
    path: "/api/letter-templates",
    summary: "Letters to print for donors, by name",
    sorts: ["name", "-name"],
    searchedFields: "name and body",
    item: letterTemplate,
  }),
  createLetterTemplate: writes.create("Add a letter", writableFields),
  updateLetterTemplate: writes.update("Update a letter", writableFields.partial().extend(version)),
  deleteLetterTemplate: writes.remove("Delete a letter"),
});
