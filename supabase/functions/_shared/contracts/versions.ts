import type { z } from "zod";
import { timestamp } from "./fields.ts";

/**
 * Optional version of an update: the `updatedAt` read with the record. If someone has saved since, the update fails
 * with `stale_edit`, which includes the current record.
 */
export const version = { updatedAt: timestamp.optional() };

/** Version of a singleton record; null if none existed. */
export const singletonVersion = { updatedAt: timestamp.nullable().optional() };

interface UpdateWithVersion {
  readonly updatedAt?: string | null | undefined;
}

/** Requires all fields of an update without a version. With a version, an update holds only the changed fields. */
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
