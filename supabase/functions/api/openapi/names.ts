import { z } from "zod";
import type { EndpointDefinition } from "../../_shared/contracts/endpoint.ts";
import { message } from "../../_shared/contracts/fields.ts";

type Direction = "input" | "output";

interface NamedSchema {
  readonly schema: z.ZodType;
  readonly io: Direction;
}

/** The names of schemas that are shared or used as a whole body or response. */
export interface SchemaNames extends Iterable<readonly [NamedSchema, string]> {
  findName(schema: z.ZodType, io: Direction): string | undefined;
}

const VERB_PREFIX =
  /^(list(All|Own)?|get|read|find|create|update|open|set|add|request|change|record)(?=[A-Z])/;

const toPascalCase = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const toNoun = (operationId: string): string => {
  const pascalName = toPascalCase(operationId.replace(VERB_PREFIX, ""));
  if (/(?:ss|us|Stats|Status|Totals|Sums|News)$/.test(pascalName)) return pascalName;
  return pascalName.replace(/ies$/, "y").replace(/s$/, "");
};

const roleSuffixes = { volunteer: "ForVolunteers", admin: "ForAdmins" } as const;

export function assignSchemaNames(
  endpoints: Readonly<Record<string, EndpointDefinition>>,
): SchemaNames {
  const namesByDirection = {
    input: new Map<z.ZodType, string>(),
    output: new Map<z.ZodType, string>(),
  };
  const usedNames = new Set(["Error", "ErrorCode", "Message"]);
  namesByDirection.output.set(message, "Message");

  const addName = (schema: z.ZodType, io: Direction, operationId: string, suffix: string) => {
    const namedSchema = schema instanceof z.ZodArray ? (schema.element as z.ZodType) : schema;
    if (!(namedSchema instanceof z.ZodObject) || namesByDirection[io].has(namedSchema)) return;
    const pascalName = toPascalCase(operationId);
    const candidates = [
      `${toNoun(operationId)}${suffix}`,
      `${pascalName}${suffix}`,
      `${pascalName}${suffix}Answer`,
    ];
    const freeName = candidates.find((candidate) => !usedNames.has(candidate));
    if (freeName === undefined)
      throw new Error(`Every schema name for ${operationId} is already taken.`);
    usedNames.add(freeName);
    namesByDirection[io].set(namedSchema, freeName);
  };
  for (const [operationId, { body, output, outputFor = {} }] of Object.entries(endpoints)) {
    if (typeof output === "object") addName(output, "output", operationId, "");
    for (const role of ["volunteer", "admin"] as const) {
      const schema = outputFor[role];
      if (schema !== undefined) addName(schema, "output", operationId, roleSuffixes[role]);
    }
    if (body instanceof z.ZodObject && !namesByDirection.input.has(body)) {
      const inputName = `${toPascalCase(operationId)}Input`;
      usedNames.add(inputName);
      namesByDirection.input.set(body, inputName);
    }
  }
  return {
    findName: (schema, io) => namesByDirection[io].get(schema),
    *[Symbol.iterator]() {
      for (const io of ["input", "output"] as const) {
        for (const [schema, schemaName] of namesByDirection[io])
          yield [{ schema, io }, schemaName] as const;
      }
    },
  };
}
