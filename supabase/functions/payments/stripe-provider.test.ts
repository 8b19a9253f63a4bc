import { afterEach, expect, test, vi } from "vitest";
import type { Services } from "../_shared/http/services.ts";
import { startStripeDonation } from "./stripe-provider.ts";

afterEach(() => void vi.restoreAllMocks());

test.each([
  ["takes five seconds without a captcha", true, {}, [5000]],
  ["takes no longer with a captcha", true, { CAPTCHA_SECRET: "a secret" }, []],
  ["takes no longer without a flood", false, {}, []],
])(
  "threat 58: while the whole site has too many unpaid attempts or not, one %s",
  async (_, isFlooded, captcha, delays) => {
    const waitedMs: (number | undefined)[] = [];
    vi.spyOn(globalThis, "setTimeout").mockImplementation(((work: () => void, ms?: number) => {
      waitedMs.push(ms);
      work();
    }) as never);
    const services = {
      environment: { HASH_SECRET: ["a secret of more than thirty-two letters"], ...captcha },
      database: { as: () => Promise.resolve({ isFlooded, pendingDonation: {} }) },
    };
    const donation = { email: "ann@example.org" };
    const origin = { address: "203.0.113.9", formTokenId: null };
    // There is no Stripe here.
    await expect(
      startStripeDonation(services as unknown as Services, donation as never, origin),
    ).rejects.toThrow("callApi");
    expect(waitedMs).toEqual(delays);
  },
);
