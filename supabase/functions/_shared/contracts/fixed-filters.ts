import { z } from "zod";

interface JsonSchema {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
}

const isFixed = ({ type, format = "", enum: choices }: JsonSchema): boolean =>
  choices !== undefined || type === "boolean" || ["date", "uuid"].includes(format);

/** Returns the parameters of a query into which nobody can type a name or an address. */
export function listFixedFilters(query: z.ZodObject): ReadonlySet<string> {
  const { properties = {} } = z.toJSONSchema(query, { io: "input", unrepresentable: "any" });
  return new Set(
    Object.entries(properties).flatMap(([name, schema]) =>
      isFixed(schema as JsonSchema) ? [name] : [],
    ),
  );
}
