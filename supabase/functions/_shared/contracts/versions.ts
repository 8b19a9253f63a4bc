import { z } from "zod";
import { timestamp } from "./fields.ts";

/**
 * The optional version in an update: the `updatedAt` that was read with the record. If someone has saved the record
 * since, the update fails with `stale_edit`, and the response includes the current record.
 */
export const version = { updatedAt: timestamp.optional() };

/**
 * The optional version in a delete: the `updatedAt` that was shown with the record. If someone has changed the record
 * since, nothing is deleted (`stale_edit`).
 */
export const shownVersion = z.object({ version: timestamp.optional() });

const NEEDS_EVERY_FIELD =
  "The `updatedAt` that was read with the record; null if there was none. An update without it has to contain every required field, because the record may not exist yet, and nobody knows which values it keeps.";

/** The version of a record that exists only once; null if it didn't exist yet. */
export const singletonVersion = {
  updatedAt: timestamp.nullable().optional().describe(NEEDS_EVERY_FIELD),
};

interface UpdateWithVersion {
  readonly updatedAt?: string | null | undefined;
}

/**
 * Requires all of these fields in an update without a version. An update with a version contains only the changed
 * fields.
 */
export const requireAllWithoutVersion =
  <Name extends string>(...names: readonly Name[]) =>
  (body: UpdateWithVersion & { readonly [N in Name]?: unknown }, context: z.RefinementCtx) => {
    if (typeof body.updatedAt === "string") return;
    for (const name of names) {
      if (body[name] !== undefined) continue;
      context.addIssue({
        code: "invalid_type",
        expected: "string",
        input: undefined,
        path: [name],
      });
    }
  };
