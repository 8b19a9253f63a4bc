import { expect, it, vi } from "vitest";
import { OTHER_REFUSALS, PLATFORM_REFUSALS, toResponse } from "../../../tests/platform-refusals.ts";
import { createAuthClient } from "./auth.ts";

const USER_ID = "00000000-0000-4000-8000-000000000001";
const auth = createAuthClient({
  SUPABASE_URL: "https://p.supabase.co",
  secretKeys: ["sb_secret_1", "sb_secret_2"],
});

it.each([...PLATFORM_REFUSALS, ...OTHER_REFUSALS])(
  "threat 49: no call of Auth succeeds, or blames a person, if something answers in its place: $name ($status)",
  async (refusal) => {
    vi.stubGlobal("fetch", () => Promise.resolve(toResponse(refusal)));
    for (const call of [
      () => auth.createUser("a@example.org", "a password"),
      () => auth.changeEmail(USER_ID, "a@example.org"),
      () => auth.deleteUser(USER_ID),
      () => auth.signIn("a@example.org", "a password", "198.51.100.7"),
      () => auth.signOut("token"),
      () => auth.changePassword("token", { newPassword: "a password" }, "198.51.100.7"),
      () => auth.sendRecoveryLink("a@example.org", "198.51.100.7"),
      () => auth.removeFactors(USER_ID),
      () => auth.enrollFactor(USER_ID, "token"),
      () => auth.checkConnection(),
    ]) {
      await expect(call()).rejects.toMatchObject({ status: 503, code: "provider_unavailable" });
    }
  },
);

it("a wrong password is still a wrong password if Auth says so itself", async () => {
  const body = { code: "invalid_credentials", message: "Invalid login credentials" };
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(body, { status: 400 })));
  expect(await auth.signIn("a@example.org", "a password", "198.51.100.7")).toBeUndefined();
});
