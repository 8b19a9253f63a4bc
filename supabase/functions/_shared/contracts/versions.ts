import type { z } from "zod";
import { timestamp } from "./fields.ts";

/**
 * An update may name the version it was made of, by the `updatedAt` that was read with the record: where somebody has
 * saved another one since, it is refused as `stale_edit`, which tells what changed.
 */
export const version = { updatedAt: timestamp.optional() };

/** The same for what there is one of at most; null where there was none. */
export const singleVersion = { updatedAt: timestamp.nullable().optional() };

interface Edited {
  readonly updatedAt?: string | null | undefined;
}

/** As documented, an update without a version is sent whole; one that names its version holds what was changed. */
export const wholeWithoutVersion =
  <Name extends string>(...names: readonly Name[]) =>
  (body: Edited & { readonly [N in Name]?: unknown }, context: z.RefinementCtx) => {
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
