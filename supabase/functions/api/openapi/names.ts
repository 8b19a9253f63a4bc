import { z } from "zod";
import type { EndpointDefinition } from "../../_shared/contracts/endpoint.ts";
import { message } from "../../_shared/contracts/fields.ts";

type Direction = "input" | "output";

interface Named {
  readonly schema: z.ZodType;
  readonly io: Direction;
}

/** Names for schemas that are shared or used as a whole body or response. */
export interface SchemaNames extends Iterable<readonly [Named, string]> {
  nameOf(schema: z.ZodType, io: Direction): string | undefined;
}

const VERB =
  /^(list(All|Own)?|get|read|find|create|update|open|set|add|request|change|record)(?=[A-Z])/;

const nounOf = (operationId: string): string => {
  const noun = operationId.replace(VERB, "");
  const pascal = noun.charAt(0).toUpperCase() + noun.slice(1);
  if (/(?:ss|us|Stats|Status|Totals|Sums|News)$/.test(pascal)) return pascal;
  return pascal.replace(/ies$/, "y").replace(/s$/, "");
};

const roleNames = { volunteer: "ForVolunteers", admin: "ForAdmins" } as const;

export function namedSchemas(entries: Readonly<Record<string, EndpointDefinition>>): SchemaNames {
  const namesByDirection = {
    input: new Map<z.ZodType, string>(),
    output: new Map<z.ZodType, string>(),
  };
  const usedNames = new Set(["Error", "ErrorCode", "Message"]);
  namesByDirection.output.set(message, "Message");

  const name = (schema: z.ZodType, io: Direction, operationId: string, suffix: string) => {
    const namedSchema = schema instanceof z.ZodArray ? (schema.element as z.ZodType) : schema;
    if (!(namedSchema instanceof z.ZodObject) || namesByDirection[io].has(namedSchema)) return;
    const pascalName = operationId.charAt(0).toUpperCase() + operationId.slice(1);
    const options = [
      `${nounOf(operationId)}${suffix}`,
      `${pascalName}${suffix}`,
      `${pascalName}${suffix}Answer`,
    ];
    const freeName = options.find((candidate) => !usedNames.has(candidate));
    if (freeName === undefined)
      throw new Error(`Every schema name for ${operationId} is already taken.`);
    usedNames.add(freeName);
    namesByDirection[io].set(namedSchema, freeName);
  };
  for (const [operationId, { body, output, outputFor = {} }] of Object.entries(entries)) {
    if (typeof output === "object") name(output, "output", operationId, "");
    for (const role of ["volunteer", "admin"] as const) {
      const schema = outputFor[role];
      if (schema !== undefined) name(schema, "output", operationId, roleNames[role]);
    }
    if (typeof body === "object") {
      const pascalName = operationId.charAt(0).toUpperCase() + operationId.slice(1);
      if (!namesByDirection.input.has(body) && body instanceof z.ZodObject) {
        usedNames.add(`${pascalName}Input`);
        namesByDirection.input.set(body, `${pascalName}Input`);
      }
    }
  }
  return {
    nameOf: (schema, io) => namesByDirection[io].get(schema),
    *[Symbol.iterator]() {
      for (const io of ["input", "output"] as const) {
        for (const [schema, schemaName] of namesByDirection[io])
          yield [{ schema, io }, schemaName] as const;
      }
    },
  };
}
