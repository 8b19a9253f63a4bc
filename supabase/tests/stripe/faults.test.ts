import { describe, expect, it } from "vitest";
import { startTestDouble } from "./double-under-test.ts";

const { double, refuse, sdkOf, start, types } = await startTestDouble();

describe("failures of the Stripe double", () => {
  it.each(["error", "busy", "reset", "silent"] as const)(
    "causes the failure `%s` once",
    async (kind) => {
      // The SDK itself retries after a broken connection.
      double.fail({ kind, at: "POST /v1/payment_intents", times: kind === "reset" ? 2 : 1 });
      await expect(start()).rejects.toThrow(/error|request|connection|time/i);
      expect((await start()).status).toBe("requires_payment_method");
    },
  );

  it("loses a response but keeps its effect, so a retry with the same key returns the response", async () => {
    double.fail({ kind: "lost", at: "POST /v1/payment_intents" });
    const countBefore = double.all("payment_intent").length;
    const intent = await sdkOf("test", 2).paymentIntents.create(
      { amount: 5000, currency: "usd" },
      { idempotencyKey: "lost-1" },
    );
    expect(double.all("payment_intent").length).toBe(countBefore + 1);
    expect(double.all("payment_intent")[0]?.id).toBe(intent.id);
  });

  it("retries refused events, and holds, duplicates and shuffles events on demand", async () => {
    refuse(2);
    const intent = await start();
    await double.settled();
    expect(types()).toEqual(["payment_intent.created"]);
    double.hold();
    double.pay(intent.client_secret ?? "", "pm_card_visa");
    await double.settled();
    expect(types()).toHaveLength(1);
    const statuses = await double.deliverHeld((events) => [...events, ...events].toReversed());
    double.hold(false);
    expect(statuses).toEqual([200, 200, 200, 200]);
    expect(types().slice(1)).toEqual(
      Array.from({ length: 2 }, () => ["payment_intent.succeeded", "charge.succeeded"]).flat(),
    );
  });

  it("accepts commands from another process", async () => {
    const intent = await start();
    const answer = await fetch(`${double.url}/_test/pay`, {
      method: "POST",
      body: JSON.stringify([intent.client_secret, "pm_card_visa"]),
    });
    expect(await answer.json()).toMatchObject({ id: intent.id, status: "succeeded" });
  });
});
