import { IMPORTED_YEARS } from "../../contracts/limits.ts";
import { describeUnusualDay } from "../usual-days.ts";
import type { ImportRow } from "./read-row.ts";
import type { ImportedQualification } from "./read-qualifications.ts";

/** Returns the days of a row that are probably mistyped. The check names them, and the import stores them as they are. */
export function listUnusualDays({ fields }: ImportRow, today: string): readonly string[] {
  const qualifications = (fields["qualifications"] ?? []) as readonly ImportedQualification[];
  return [
    fields["receivedOn"],
    fields["startedOn"],
    ...qualifications.flatMap(({ completedOn, expiresOn }) => [completedOn, expiresOn]),
  ].filter(
    (day): day is string =>
      typeof day === "string" && describeUnusualDay(day, IMPORTED_YEARS, today) !== undefined,
  );
}
