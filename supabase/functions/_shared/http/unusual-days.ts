import { service } from "../caller.ts";
import type { EndpointDefinition } from "../contracts/endpoint.ts";
import { listUsualYears } from "../contracts/usual-days.ts";
import { AppError } from "../errors.ts";
import { readToday } from "../queries/today.ts";
import { describeUnusualDay } from "../rules/usual-days.ts";
import type { Services } from "./services.ts";

/** Asks whether unusual days are right, whatever endpoint stores them, unless the body confirms them. */
export async function askAboutUnusualDays(
  { database }: Pick<Services, "database">,
  { body: schema }: Pick<EndpointDefinition, "body">,
  body: unknown,
): Promise<void> {
  const days = listUsualYears(schema).flatMap(([path, usualYears]) => {
    const day = (body as Readonly<Record<string, unknown>>)[path];
    return typeof day === "string" ? [{ path, day, usualYears }] : [];
  });
  if (days.length === 0 || (body as { readonly anyway?: boolean }).anyway === true) return;
  const today = await database.as(service, readToday);
  const issues = days.flatMap(({ path, day, usualYears }) => {
    const message = describeUnusualDay(day, usualYears, today);
    return message === undefined ? [] : [{ path, message }];
  });
  if (issues.length === 0) return;
  throw new AppError("unusual_date", {
    message: issues.map(({ message }) => message).join(" "),
    issues,
  });
}
