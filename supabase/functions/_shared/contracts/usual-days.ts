import { z } from "zod";
import { date } from "./fields.ts";
import type { UsualYears } from "./limits.ts";

const createDay = (usualYears: UsualYears) =>
  date.meta({
    "x-usual-years": usualYears,
    description:
      "Outside of the usual years, refused with `unusual_date`, unless the body says `anyway`",
  });

/**
 * Every day that a form sends says here when it usually is. A day outside of these years is probably mistyped, so the
 * server asks first (409 `unusual_date`), and the body's `anyway` confirms it (http/unusual-days.ts).
 */
export const receivedDay = createDay({ past: 5, future: null });
export const workedDay = createDay({ past: 2, future: null });
export const deliveryDay = createDay({ past: 5, future: 0 });
export const completionDay = createDay({ past: 10, future: 0 });
export const expirationDay = createDay({ past: 0, future: 10 });
export const dueDay = createDay({ past: 0, future: 2 });

/** Confirms that the body's days are right, even those outside of their usual years. */
export const anyway = { anyway: z.boolean().optional() };

/** The part of a schema that says when a day usually is. */
interface FieldSchema {
  readonly shape?: Readonly<Record<string, FieldSchema>>;
  readonly meta?: () => { readonly "x-usual-years"?: UsualYears } | undefined;
  /** Schemas that may be omitted or null have the schema itself inside. */
  readonly unwrap?: () => FieldSchema;
}

const findUsualYears = (schema: FieldSchema): UsualYears | undefined =>
  schema.meta?.()?.["x-usual-years"] ?? (schema.unwrap && findUsualYears(schema.unwrap()));

/** Returns the days of a body and when they usually are. */
export const listUsualYears = (body: unknown): readonly (readonly [field: string, UsualYears])[] =>
  Object.entries((body as FieldSchema | undefined)?.shape ?? {}).flatMap(([field, schema]) => {
    const usualYears = findUsualYears(schema);
    return usualYears === undefined ? [] : [[field, usualYears] as const];
  });
