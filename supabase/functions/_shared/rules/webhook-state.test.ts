import { describe, expect, test } from "vitest";
import { haveWebhooksStopped, type WebhookActivity } from "./webhook-state.ts";

const NOW = "2026-11-20T15:00:00.000Z";
const before = (minutes: number): string =>
  new Date(Date.parse(NOW) - minutes * 60_000).toISOString();

const WORKING: WebhookActivity = {
  firstEventAt: before(10_000),
  lastEventAt: before(60),
  lastReconciledAt: before(1),
  lastMissFoundAt: null,
  hasMissedPayment: false,
  refusedLists: [],
};

describe("webhooks have stopped", () => {
  test.each<[what: string, expected: boolean, activity: Partial<WebhookActivity>]>([
    ["in a quiet week", false, { lastEventAt: before(10_000) }],
    ["if a payment's event never came", true, { hasMissedPayment: true }],
    ["if reconciliation found an event after the last one", true, { lastMissFoundAt: before(59) }],
    [
      "if it found one, and none ever came",
      true,
      { lastMissFoundAt: before(1), lastEventAt: null },
    ],
    ["if an event came as it found one", false, { lastMissFoundAt: before(60) }],
    ["if an event came since it found one", false, { lastMissFoundAt: before(61) }],
    ["two hours after the last comparison", false, { lastReconciledAt: before(120) }],
    ["more than two hours after it", true, { lastReconciledAt: before(121) }],
    [
      "then, if our key can't read some lists",
      false,
      { lastReconciledAt: before(121), refusedLists: ["Charges"] },
    ],
    [
      "more than two hours after the first event, if rows were never compared",
      true,
      { lastReconciledAt: null },
    ],
    [
      "before the first event",
      false,
      { firstEventAt: null, lastEventAt: null, lastReconciledAt: null },
    ],
  ])("%s: %s", (_, expected, activity) => {
    expect(haveWebhooksStopped({ ...WORKING, ...activity }, Date.parse(NOW))).toBe(expected);
  });
});
