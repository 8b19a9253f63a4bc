import { AppError } from "../../_shared/errors.ts";
import type { RunTransaction } from "../../_shared/http/handlers.ts";
import { logWarning } from "../../_shared/http/log.ts";
import type { Services } from "../../_shared/http/services.ts";
import { changeVolunteerEmail, type OutdatedLogin } from "./queries.ts";

interface LoginMove extends OutdatedLogin {
  readonly volunteerId: string;
  readonly newEmail: string;
}

/**
 * Gives a login in Auth the address that the directory and the account already have. If Auth doesn't respond, the
 * volunteer's page shows it, and saving the address again finishes the move.
 */
export async function moveLogin(
  {
    asCaller,
    services: { auth },
  }: { readonly asCaller: RunTransaction; readonly services: Services },
  { id, email, volunteerId, newEmail }: LoginMove,
): Promise<void> {
  let isMoved: boolean;
  try {
    isMoved = await auth.changeEmail(id, newEmail);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    logWarning("Auth didn't change a login's email address.");
    return;
  }
  if (isMoved) return;
  await asCaller((sql) => changeVolunteerEmail(sql, volunteerId, email, true));
  const message =
    "Someone else has already logged in or applied with this email address. Use another one.";
  throw new AppError("validation_failed", { issues: [{ path: "email", message }] });
}
