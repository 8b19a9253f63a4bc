import { describe, expect, it } from "vitest";
import { startTestDouble } from "./double-under-test.ts";

const { createIntent, double, listEventTypes, refuseEvents, createSdk } = await startTestDouble();

describe("the Stripe double", () => {
  it.each(["error", "busy", "reset", "silent"] as const)(
    "causes the failure `%s` once",
    async (kind) => {
      // The SDK itself retries after a broken connection.
      double.fail({ kind, at: "POST /v1/payment_intents", times: kind === "reset" ? 2 : 1 });
      await expect(createIntent()).rejects.toThrow(/error|request|connection|time/i);
      expect((await createIntent()).status).toBe("requires_payment_method");
    },
  );

  it("loses a response but keeps its effect, so a retry with the same key returns the response", async () => {
    double.fail({ kind: "lost", at: "POST /v1/payment_intents" });
    const countBefore = double.all("payment_intent").length;
    const intent = await createSdk("test", 2).paymentIntents.create(
      { amount: 5000, currency: "usd" },
      { idempotencyKey: "lost-1" },
    );
    expect(double.all("payment_intent").length).toBe(countBefore + 1);
    expect(double.all("payment_intent")[0]?.id).toBe(intent.id);
  });

  it("retries refused events, and holds, duplicates and shuffles events on demand", async () => {
    refuseEvents(2);
    const intent = await createIntent();
    await double.settled();
    expect(listEventTypes()).toEqual(["payment_intent.created"]);
    double.hold();
    double.pay(intent.client_secret ?? "", "pm_card_visa");
    await double.settled();
    expect(listEventTypes()).toHaveLength(1);
    const statuses = await double.deliverHeld((events) => [...events, ...events].toReversed());
    double.hold(false);
    expect(statuses).toEqual([200, 200, 200, 200]);
    expect(listEventTypes().slice(1)).toEqual(
      Array.from({ length: 2 }, () => ["payment_intent.succeeded", "charge.succeeded"]).flat(),
    );
  });

  it("accepts commands from another process", async () => {
    const intent = await createIntent();
    const response = await fetch(`${double.url}/_test/pay`, {
      method: "POST",
      body: JSON.stringify([intent.client_secret, "pm_card_visa"]),
    });
    expect(await response.json()).toMatchObject({ id: intent.id, status: "succeeded" });
  });
});
