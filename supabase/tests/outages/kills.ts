import { randomBytes, randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import postgres from "postgres";
import { preparePostgresHome } from "../../local/database/postgres-home.ts";
import { loadOrCreateKeys } from "../../local/machine/keys.ts";
import { createTestDataDir } from "../../local/prepared-data.ts";
import { CommitTrap } from "./commit-trap.ts";
import { KillableStack, type Victim } from "./killable-stack.ts";

/**
 * The number of donations before the kill, counted by responses or by commits. With `commits`, the process is killed
 * before the last of these donations gets its response.
 */
export interface KillMoment {
  readonly victim: Victim;
  readonly responses?: number;
  readonly commits?: number;
}

export interface KillOutcome extends KillMoment {
  /** Milliseconds from the kill until the home page's data loads again. */
  readonly recoveryMs: number;
  readonly confirmedCount: number;
  /** Donations that are missing, duplicated, not completed or without exactly one receipt. */
  readonly wrongDonationCount: number;
  readonly duplicateReceiptCount: number;
  readonly totalsDifferenceCount: number;
  /** Cents by which the site's total grew beyond the confirmed donations. */
  readonly surplusCents: number;
  /** Responses that were neither a success nor a request to retry later. */
  readonly unexpectedResponses: readonly string[];
}

const AMOUNT = 25;
/**
 * Stays the same when the stack restarts, so that the donors' requests still count as coming from separate addresses.
 */
const EDGE_SECRET = randomBytes(32).toString("base64url");
const GIVE_UP_AFTER_MS = 60_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Starts a stack whose functions reach the database through the trap. */
export class DonationStack {
  readonly #stack: KillableStack;
  readonly #trap: CommitTrap;

  private constructor(stack: KillableStack, trap: CommitTrap) {
    this.#stack = stack;
    this.#trap = trap;
  }

  static async create(): Promise<DonationStack> {
    const dataDir = await createTestDataDir();
    const { databasePassword } = await loadOrCreateKeys(dataDir, () => undefined);
    const { clusterFolder } = await preparePostgresHome(dataDir);
    const trap = new CommitTrap(async () =>
      Number((await readFile(path.join(clusterFolder, "postmaster.pid"), "utf8")).split("\n")[3]),
    );
    const port = await trap.listen();
    const stack = await KillableStack.create(
      {
        SUPABASE_DB_URL: `postgresql://postgres:${databasePassword}@127.0.0.1:${port}/postgres`,
        DEMO_PAYMENT_DELAY_MS: "0",
        EDGE_SECRET,
      },
      dataDir,
    );
    return new DonationStack(stack, trap);
  }

  async stop(): Promise<void> {
    this.#trap.close();
    await this.#stack.stop();
  }

  /**
   * Makes `donationCount` donations at the same time, kills the victim, and lets every donor retry until the donation
   * succeeds. Throws if the moment isn't reached, or if the stack doesn't recover within a minute.
   */
  async killDuring(donationCount: number, moment: KillMoment): Promise<KillOutcome> {
    const centsBefore = await this.#readSiteCents();
    const attempts = Array.from({ length: donationCount }, () => randomUUID());
    const unexpectedResponses: string[] = [];
    let responseCount = 0;
    const killResult = Promise.withResolvers<number>();
    // If the stack doesn't recover, this is reported after the donors have given up.
    killResult.promise.catch(() => undefined);
    let isKilled = false;
    const kill = () => {
      isKilled = true;
      killResult.resolve(this.#killAndWait(moment.victim));
    };
    if (moment.commits !== undefined) this.#trap.arm(moment.commits, kill);
    if (moment.responses === 0) kill();
    const deadline = Date.now() + GIVE_UP_AFTER_MS;
    const results = await Promise.all(
      attempts.map(async (attempt) => {
        const hasSucceeded = await this.#donateUntilSuccessful(
          attempt,
          deadline,
          unexpectedResponses,
        );
        if (hasSucceeded && ++responseCount === moment.responses) kill();
        return hasSucceeded;
      }),
    );
    if (!isKilled) {
      this.#trap.disarm();
      throw new Error(
        `Nothing was killed, because the moment wasn't reached: ${JSON.stringify(moment)}, with ${responseCount} of ${donationCount} donations successful.`,
      );
    }
    const recoveryMs = await killResult.promise;
    const confirmedCount = results.filter(Boolean).length;
    const ledger = await this.#checkDonations(attempts);
    const surplusCents =
      (await this.#readSiteCents()) - centsBefore - confirmedCount * AMOUNT * 100;
    return {
      ...moment,
      recoveryMs,
      confirmedCount,
      ...ledger,
      surplusCents,
      unexpectedResponses,
    };
  }

  async #killAndWait(victim: Victim): Promise<number> {
    const startedAt = Date.now();
    this.#stack.kill(victim);
    // The launcher doesn't restart by itself.
    if (victim === "launcher") {
      await this.#stack.waitForExit();
      await this.#stack.start();
    }
    while (Date.now() < startedAt + GIVE_UP_AFTER_MS) {
      const response = await this.#send("GET", "/api/home").catch(() => undefined);
      if (response?.ok) return Date.now() - startedAt;
      await pause(50);
    }
    throw new Error(
      `The home page's data didn't load again within ${GIVE_UP_AFTER_MS / 1000} seconds after the ${victim} was killed.`,
    );
  }

  #send(method: string, path: string, body?: object, attempt?: string): Promise<Response> {
    const { apiUrl } = this.#stack.facts;
    const [a, b, c] = crypto.getRandomValues(new Uint8Array(3));
    return fetch(`${apiUrl}/functions/v1${path}`, {
      method,
      headers: {
        "Content-Type": "application/json",
        "X-Edge-Secret": EDGE_SECRET,
        "X-Visitor-Address": `10.${a}.${b}.${c}`,
        ...(attempt === undefined ? {} : { "Idempotency-Key": attempt }),
      },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(15_000),
    });
  }

  /** Retries with the same attempt id whenever the response is lost or says to retry later, as the checkout does. */
  async #donateUntilSuccessful(
    attempt: string,
    deadline: number,
    unexpectedResponses: string[],
  ): Promise<boolean> {
    const email = `kill-${attempt}+approved@example.org`;
    const donor = { firstName: "Kill", lastName: "Test", email };
    const donation = { ...donor, amount: String(AMOUNT), isRecurring: false, status: "completed" };
    while (Date.now() < deadline) {
      try {
        const requestBody = { amount: AMOUNT, donorInfo: donor };
        const startResponse = await this.#send(
          "POST",
          "/api/create-payment-intent",
          requestBody,
          attempt,
        );
        let response = startResponse;
        if (startResponse.ok) {
          const { paymentIntentId } = (await startResponse.json()) as { paymentIntentId: string };
          const donationBody = { ...donation, stripePaymentIntentId: paymentIntentId };
          response = await this.#send("POST", "/api/create-donation", donationBody, attempt);
          if (response.ok) return true;
        }
        const text = await response.text();
        if (response.status !== 503 && response.status !== 502)
          unexpectedResponses.push(`${response.status} ${text}`);
      } catch {
        // The process that held the response was killed.
      }
      await pause(200);
    }
    return false;
  }

  async #withDatabase<Result>(work: (sql: postgres.Sql) => Promise<Result>): Promise<Result> {
    const sql = postgres(this.#stack.facts.databaseUrl, { max: 1, onnotice: () => undefined });
    return work(sql).finally(() => void sql.end());
  }

  #checkDonations(attempts: string[]) {
    return this.#withDatabase(async (sql) => {
      const [row] = await sql<
        [
          {
            wrongDonationCount: number;
            duplicateReceiptCount: number;
            totalsDifferenceCount: number;
          },
        ]
      >`
        with attempt as (select unnest(${attempts}::uuid[]) as id),
        found as (
          select attempt.id,
            count(donation.id) filter (where donation.status = 'completed') as gifts,
            count(donation.id) as rows,
            (select count(*) from public.email_outbox as mail
              where mail.dedupe_key in (
                select 'receipt:' || own.id from public.donations as own where own.attempt_id = attempt.id
              )) as receipts
          from attempt left join public.donations as donation on donation.attempt_id = attempt.id
          group by attempt.id
        )
        select
          (count(*) filter (where gifts <> 1 or rows <> 1 or receipts <> 1))::int as "wrongDonationCount",
          (count(*) filter (where receipts > 1))::int as "duplicateReceiptCount",
          (select count(*)::int from private.donation_totals_differences()) as "totalsDifferenceCount"
        from found`;
      return row;
    });
  }

  #readSiteCents(): Promise<number> {
    return this.#withDatabase(async (sql) => {
      const [row] = await sql<[{ cents: number }]>`
        select coalesce(sum(total_amount * 100), 0)::int as cents from public.donation_site_totals`;
      return row.cents;
    });
  }
}
