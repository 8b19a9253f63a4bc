import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { addAdmin, connect, runAs, type Transaction } from "./connection.ts";

const N = Number(process.env["N"] ?? 100000);
test("measure", async () => {
  const c = connect();
  await c.begin(async (tx: Transaction) => {
    const [{ pid }] = await tx<[{ pid: number }]>`select pg_backend_pid() as pid`;
    let peak = 0;
    const timer = setInterval(() => {
      const status = readFileSync(`/proc/${pid}/status`, "utf8");
      const anon = Number(/RssAnon:\s+(\d+)/.exec(status)?.[1]);
      if (anon > peak) peak = anon;
    }, 20);
    const admin = await addAdmin(tx);
    const t = async (name: string, work: () => Promise<unknown>) => {
      const s = performance.now();
      await work();
      console.log(name, Math.round(performance.now() - s), "ms", Math.round(peak / 1024), "MB");
    };
    let id = "";
    await runAs(tx, admin, async (a) => {
      const [row] = await a<[{ id: string }]>`select private.start_import('donations','givewp','f.csv',${"a".repeat(64)},'["x"]','{}',${N},true) as id`;
      id = row.id;
      await t("stage", async () => {
        for (let first = 1; first <= N; first += 1000) {
          const rows = Array.from({ length: 1000 }, (_, i) => {
            const n = first + i;
            const donor = (n * 7919) % 30000;
            return { row_number: n, cells: Array.from({ length: 20 }, (_, k) => `cell ${k} ${n}`), problems: [], skipped: null, fields: {
              sourceId: String(n), receivedOn: `20${10 + (n % 15)}-${String(1 + (n % 12)).padStart(2, "0")}-${String(1 + (n % 28)).padStart(2, "0")}`, receivedAt: null,
              amount: `${10 + (n % 90)}.50`, refunded: n % 100 === 0 ? "5.00" : "0.00", feeCovered: "0.00", method: "other_platform", reference: null,
              firstName: `First${donor}`, lastName: `Last${donor % 1000}`, email: donor % 10 === 0 ? null : `d${donor}@measure.example.org`, phone: null, address: "1 Main St\nWaco, TX 76701", zipCode: "76701",
              sourceDonorId: String(donor), note: null, inHonorOf: null, isAnonymous: false, paymentIds: [String(n)] } };
          });
          await a`select private.stage_import_rows(${id}, ${a.json(rows as never)})`;
        }
      });
      await a`select private.begin_import_step(${id}, 'check')`;
      await t("check", () => a`select private.check_import(${id})`);
      console.log((await a`select counts from public.imports where id=${id}`)[0]);
      await a`select private.begin_import_step(${id}, 'take')`;
      await t("take", () => a`select private.take_import(${id})`);
    });
    await t("differences", async () => expect([...(await tx`select * from private.donation_totals_differences()`)]).toEqual([]));
    await runAs(tx, admin, async (a) => {
      await a`select private.begin_import_step(${id}, 'undo')`;
      await t("undo", () => a`select private.undo_import(${id})`);
    });
    expect([...(await tx`select * from private.donation_totals_differences()`)]).toEqual([]);
    clearInterval(timer);
    throw new Error("rollback");
  }).catch((e: Error) => { if (e.message !== "rollback") throw e; });
  await c.end();
}, 600_000);
