import { secondFactorEndpoints } from "../../_shared/contracts/second-factors.ts";
import { RECOVERY_CODE_ALPHABET } from "../../_shared/contracts/limits.ts";
import { AppError } from "../../_shared/errors.ts";
import { limitAttempts } from "../../_shared/http/limit-attempts.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { hashToken } from "../../_shared/http/secrets.ts";
import {
  readOwnSecondFactor,
  releaseSecondFactor,
  readSecondFactorRule,
  setRecoveryCodes,
  setSecondFactorRule,
  consumeRecoveryCode,
} from "./queries.ts";

import { requirePassword, requireSignedInCaller } from "../sessions/routes.ts";

const RECOVERY_CODE_COUNT = 10;
const RECOVERY_CODE_LENGTH = 16;
const GROUPS_OF_FOUR = /.{4}/g;
const WRONG_CODE_MESSAGE = "This isn't one of your recovery codes.";

export default implement(secondFactorEndpoints, {
  readOwnSecondFactor: ({ asCaller }) => asCaller(readOwnSecondFactor),

  enrollSecondFactor: async ({ services, caller, address, body }) => {
    const { userId, accessToken } = requireSignedInCaller(caller);
    await requirePassword({ services, caller, address }, body.currentPassword);
    return services.auth.enrollFactor(userId, accessToken);
  },

  createRecoveryCodes: async ({ asCaller }) => {
    const codes = Array.from({ length: RECOVERY_CODE_COUNT }, createRecoveryCode);
    const hashes = await Promise.all(codes.map(hashToken));
    await asCaller((sql) => setRecoveryCodes(sql, hashes));
    return { codes };
  },

  recoverSecondFactor: async ({ asCaller, services, caller, address, body: { code } }) => {
    if (caller.kind !== "unconfirmed-admin") throw new AppError("forbidden");
    const { userId } = caller;
    const hash = await hashToken(code);
    // Both steps are in one transaction, so that a failed removal doesn't consume the code.
    const recover = () =>
      asCaller(async (sql) => {
        if (!(await consumeRecoveryCode(sql, hash))) return undefined;
        await services.auth.removeFactors(userId);
        return { message: "Your two-step login is off. Please set it up again." };
      });
    const subject = `${userId} ${address}`;
    const response = await limitAttempts(services, "second-factor-recovery", subject, recover);
    if (response !== undefined) return response;
    const issues = [{ path: "code", message: WRONG_CODE_MESSAGE }];
    throw new AppError("validation_failed", { message: WRONG_CODE_MESSAGE, issues });
  },

  readSecondFactorRule: async ({ asService }) => ({
    isRequired: await asService(readSecondFactorRule),
  }),

  setSecondFactorRule: async ({ asCaller, body: { isRequired } }) => {
    await asCaller((sql) => setSecondFactorRule(sql, isRequired));
    return { isRequired };
  },

  removeSecondFactor: ({ asCaller, services, params: { id } }) =>
    asCaller(async (sql) => {
      if (await releaseSecondFactor(sql, id)) await services.auth.removeFactors(id);
      return { message: "Two-step login is off." };
    }),
});

/** Rejects bytes beyond the largest multiple of the alphabet's length, so all characters are equally likely. */
function createRecoveryCode(): string {
  const size = RECOVERY_CODE_ALPHABET.length;
  const characters: string[] = [];
  while (characters.length < RECOVERY_CODE_LENGTH) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < 256 - (256 % size)) characters.push(RECOVERY_CODE_ALPHABET[byte % size] ?? "");
  }
  return characters.join("").match(GROUPS_OF_FOUR)?.join("-") ?? "";
}
