import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type FunctionProcess, startFunction } from "../function-process.ts";
import { NIGHTLY } from "../results.ts";
import { SmtpDouble } from "../mail/smtp-double.ts";
import { openCheckout } from "./checkout.ts";
import {
  countOwners,
  letMinutesPass,
  readAlertSubjects,
  readAnnouncedProblems,
  requestHealth,
  readSystemStatus,
  resetHealthState,
} from "./health-state.ts";
import { clearRateLimits, facts, request, signInAdmin, sql } from "./stack.ts";
import { deleteDonorData, runReconciliation, startDonation } from "./stripe-mode.ts";

const smtpServer = new SmtpDouble();
let stripeMode: Awaited<ReturnType<typeof openCheckout>>;
let readOnlyApi: FunctionProcess;
let token = "";

beforeAll(async () => {
  const settings = {
    MAIL_TRANSPORT: "smtp",
    SMTP_HOST: "127.0.0.1",
    SMTP_PORT: String(await smtpServer.listen()),
  };
  token = (await signInAdmin()).token;
  stripeMode = await openCheckout(["api", "payments", "stripe-webhook"], { settings });
  readOnlyApi = await startFunction("api", {
    ...settings,
    DATABASE_URL: `${facts.databaseUrl}?default_transaction_read_only=on`,
  });
});
afterAll(async () => {
  await Promise.all([stripeMode.stop(), readOnlyApi.stop()]);
  smtpServer.close();
});

const reset = async () => {
  await expect.poll(() => smtpServer.openConnectionCount).toBe(0);
  smtpServer.receivedEmails.splice(0);
  stripeMode.stripe.forget();
  stripeMode.stripe.hold(false);
  stripeMode.stripe.clock.aheadSeconds = 0;
  await deleteDonorData();
  await clearRateLimits();
  await sql`delete from public.payment_attempts`;
  await resetHealthState();
};
beforeEach(() => reset());
afterEach(() => reset());

const readHealth = (url = stripeMode.urls["api"]!) => requestHealth(url);

describe("threat 72: a payment provider that refuses us", () => {
  const NOTHING_ELSE = ["payments"];

  /** Checks the health at these times, in minutes. Returns the time at which it is red. */
  async function passTime(times: readonly number[]) {
    for (const [index, time] of times.entries()) {
      await letMinutesPass(time - (times[index - 1] ?? 0));
      const { problems } = await readHealth();
      if (problems.length > 0) {
        expect(problems).toEqual(NOTHING_ELSE);
        return time;
      }
      await expect.poll(isCheckRecorded).toBe(true);
    }
    return undefined;
  }
  const isCheckRecorded = async () => {
    const [row] = await sql<{ failed: boolean }[]>`
      select failed_at > now() - interval '30 seconds' as failed
      from public.stripe_reconciliations where is_demo`;
    return row?.failed ?? false;
  };
  const passMinute = async () => {
    await letMinutesPass(1);
    return (await readHealth()).status;
  };

  it.each(["refused", "error"] as const)(
    "is red within 6 minutes (%s), and at once in System Status; owners are told once, and again when it works",
    async (kind) => {
      stripeMode.stripe.fail({ kind, times: 999 });
      expect((await readSystemStatus(stripeMode.urls["api"]!, token)).payments.state).not.toBe(
        "working",
      );
      expect(await passTime([0, 1, 4, 6])).toBe(6);
      const { problems } = await readSystemStatus(stripeMode.urls["api"]!, token);
      expect(problems.map(({ kind }) => kind)).toEqual(NOTHING_ELSE);
      await expect.poll(readAnnouncedProblems).toEqual(NOTHING_ELSE);
      // A job that fails because of it isn't another problem.
      await sql`
        update public.job_runs set ran_at = now() - interval '2 hours' where name = 'reconcile-payments'`;
      await letMinutesPass(11);
      expect((await readHealth()).problems).toEqual(NOTHING_ELSE);
      stripeMode.stripe.forget();
      await sql`update public.job_runs set ran_at = now()`;
      await expect.poll(passMinute).toBe(200);
      // More minutes could pass while this email is being sent, and another request would send it again.
      await expect.poll(readAnnouncedProblems).toEqual([]);
      const owners = await countOwners();
      expect(readAlertSubjects(smtpServer)).toEqual([
        ...Array.from({ length: owners }, () => "Your site needs attention"),
        ...Array.from({ length: owners }, () => "Your site is working again"),
      ]);
    },
  );

  // Other tests' checkouts work in the meantime.
  it(
    "is red if it refuses only checkouts, although our key may read everything, until one works",
    { tags: [NIGHTLY] },
    async () => {
      const failCheckout = async () => {
        stripeMode.stripe.fail({ kind: "refused", at: "POST /v1/payment_intents" });
        expect((await stripeMode.start()).status).toBe(502);
        await expect.poll(readFailedCheckoutAge).toBeLessThan(30);
      };
      await failCheckout();
      await letMinutesPass(4);
      await failCheckout();
      expect((await readHealth()).status).toBe(200);
      await letMinutesPass(2);
      await failCheckout();
      expect((await readHealth()).problems).toEqual(NOTHING_ELSE);
      expect((await stripeMode.start()).status).toBe(200);
      expect((await readHealth()).status).toBe(200);
    },
  );

  const readFailedCheckoutAge = async () => {
    const [row] = await sql<{ seconds: number }[]>`
      select extract(epoch from now() - checkout_failed_at)::float as seconds
      from public.stripe_reconciliations where is_demo`;
    return row?.seconds ?? Infinity;
  };

  it("isn't reported for what a single donor sends or whose bank declines", async () => {
    for (const refusal of [
      { status: 400, message: "Invalid email", code: "email_invalid", param: "email" },
      { status: 409, message: "Another request is running" },
    ]) {
      for (const age of [0, 6]) {
        await letMinutesPass(age);
        stripeMode.stripe.fail({
          kind: "refused",
          at: "POST /v1/payment_intents",
          times: 3,
          refusal,
        });
        expect((await stripeMode.start()).status).toBeGreaterThanOrEqual(400);
        stripeMode.stripe.forget();
      }
    }
    expect((await readHealth()).status).toBe(200);
    expect(await readFailedCheckoutAge()).toBe(Infinity);
  });
});

describe("threat 72: a database that is read-only", () => {
  it("is red at once, also in System Status, and owners are told once", async () => {
    expect(await readHealth(readOnlyApi.url)).toEqual({ status: 503, problems: ["database"] });
    const { problems } = await readSystemStatus(readOnlyApi.url, token);
    expect(problems).toEqual([
      { kind: "database", message: "The database is read-only, so nothing can be saved." },
    ]);
    await expect.poll(readAnnouncedProblems).toEqual(["database"]);
    await letMinutesPass(11);
    await readHealth(readOnlyApi.url);
    expect(readAlertSubjects(smtpServer)).toHaveLength(await countOwners());

    expect((await readHealth()).status).toBe(200);
    await expect.poll(readAnnouncedProblems).toEqual([]);
    expect(new Set(readAlertSubjects(smtpServer).slice(await countOwners()))).toEqual(
      new Set(["Your site is working again"]),
    );
  });
});

describe("threat 72: webhooks that are silent", () => {
  /** A donor pays and comes back to the site, so the donation itself is known without its event. */
  async function payAndReturn(minutesAgo: number) {
    const { api, stripe, urls } = stripeMode;
    stripe.clock.aheadSeconds = -60 * minutesAgo;
    const { secret, intentId } = await startDonation(api);
    stripe.pay(secret, "pm_card_visa");
    const response = await fetch(`${urls["payments"]}/create-donation`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ stripePaymentIntentId: intentId }),
    });
    expect(response.status).toBe(200);
  }

  it("are reported once a paid donation's event is half an hour late, until it comes, and not in a quiet week", async () => {
    const { stripe } = stripeMode;
    stripe.hold();
    await payAndReturn(20);
    await runReconciliation(stripeMode);
    expect((await readHealth()).status).toBe(200);

    await payAndReturn(40);
    await runReconciliation(stripeMode);
    expect((await readHealth()).problems).toEqual(["webhooks"]);
    expect(
      (await readSystemStatus(stripeMode.urls["api"]!, token)).problems.map(({ kind }) => kind),
    ).toEqual(["webhooks"]);
    await expect.poll(readAnnouncedProblems).toEqual(["webhooks"]);
    await letMinutesPass(11);
    expect((await readHealth()).problems).toEqual(["webhooks"]);
    expect(readAlertSubjects(smtpServer)).toHaveLength(await countOwners());

    await stripe.deliverHeld();
    expect(await readHealth()).toEqual({ status: 200, problems: [] });
    // Payments whose events came aren't missed, and neither is anything in a quiet week.
    await runReconciliation(stripeMode);
    expect(await readHealth()).toEqual({ status: 200, problems: [] });
    await letWeekPass();
    await runReconciliation(stripeMode);
    expect(await readHealth()).toEqual({ status: 200, problems: [] });
  });

  async function letWeekPass() {
    const { stripe } = stripeMode;
    for (const object of [...stripe.all("charge"), ...stripe.all("payment_intent")]) {
      object.created -= 7 * 86_400;
    }
    await sql`
      update public.stripe_events
      set received_at = received_at - interval '7 days', created_at = created_at - interval '7 days'`;
    await sql`
      update public.stripe_reconciliations
      set finished_at = finished_at - interval '7 days', missed_payment_at = missed_payment_at - interval '7 days'`;
  }
});

it("threat 72: HEALTH_TOKEN shows what our checks of all services find", async () => {
  const { status, json } = await request("GET", "/api/health/services", {
    token: facts.healthToken,
  });
  expect(status).toBe(200);
  expect(json).toMatchObject({
    database: { state: "working" },
    payments: { state: "demo" },
    mail: { state: "log" },
    storage: { state: "working" },
    auth: { state: "working" },
  });
  expect((await request("GET", "/api/health/services")).status).toBe(401);
});
