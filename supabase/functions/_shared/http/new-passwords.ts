import type { EndpointDefinition } from "../contracts/endpoint.ts";
import { AppError } from "../errors.ts";
import { isBreachedPassword } from "../clients/breached-passwords.ts";
import { logWarning } from "./log.ts";
import type { Services } from "./services.ts";

const MESSAGE = "This password is in a public list of stolen passwords. Choose another.";

/** The part of a schema that we read here. Importing zod would slow down reads that don't need it. */
interface BodySchema {
  readonly shape?: Readonly<
    Record<string, { readonly meta?: () => { readonly format?: unknown } }>
  >;
}

/** Returns the fields of a body that have a new password: those whose schema has the format `new-password`. */
export const listNewPasswordFields = (body: EndpointDefinition["body"]): string[] =>
  Object.entries((body as BodySchema | undefined)?.shape ?? {})
    .filter(([, schema]) => schema.meta?.()?.format === "new-password")
    .map(([field]) => field);

/** If the list can't be read, the password counts as not stolen, so that people can always set one. */
const isKnownAsBreached = (environment: Services["environment"], password: string) =>
  isBreachedPassword(environment, password).catch((error: unknown) => {
    const reason = error instanceof Error ? error.name : "unknown";
    logWarning(
      `A new password wasn't checked, because the list of stolen passwords failed: ${reason}`,
    );
    return false;
  });

/** Refuses a new password that is in the public list of stolen passwords, whatever endpoint sets it. */
export async function refuseBreachedPasswords(
  { environment }: Pick<Services, "environment">,
  { body: schema }: Pick<EndpointDefinition, "body">,
  body: unknown,
): Promise<void> {
  for (const path of listNewPasswordFields(schema)) {
    const password = (body as Readonly<Record<string, unknown>>)[path];
    if (typeof password !== "string" || !(await isKnownAsBreached(environment, password))) continue;
    throw new AppError("validation_failed", {
      message: MESSAGE,
      issues: [{ path, message: MESSAGE }],
    });
  }
}
