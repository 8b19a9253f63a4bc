import { expect, it } from "vitest";
import {
  listSequences,
  listTables,
  readSequences,
  requireFreeNumbers,
} from "../../local/backup/tables.ts";
import { withRollback } from "./connection.ts";

const NAME = "public.audit_log_id_seq";

it("threat 73: a sequence that would number new rows like rows that exist is refused in a restore and corrected in a backup", () =>
  withRollback(async (tx) => {
    await tx`update public.hero_section set headline = 'Changed'`;
    const sequences = await listSequences(tx, await listTables(tx));
    expect(sequences.map(({ name }) => name)).toContain(NAME);
    const [{ id }] = await tx<[{ id: string }]>`select max(id)::text as id from public.audit_log`;
    const states = [
      { value: Number(id) + 1, isCalled: false, isFree: true },
      { value: Number(id), isCalled: true, isFree: true },
      { value: Number(id), isCalled: false, isFree: false },
      { value: Number(id) - 1, isCalled: true, isFree: false },
    ];
    try {
      for (const { value, isCalled, isFree } of states) {
        await tx`select setval(${NAME}::text::regclass, ${value}, ${isCalled})`;
        const result = await requireFreeNumbers(tx, sequences).then(
          () => true,
          (error: unknown) => String(error),
        );
        if (isFree) expect(result).toBe(true);
        else expect(result).toContain(`${NAME} would number new rows like rows that exist`);
        const saved = (await readSequences(tx, sequences)).find(({ name }) => name === NAME);
        expect(saved).toMatchObject(
          isFree ? { lastValue: String(value), isCalled } : { lastValue: id, isCalled: true },
        );
      }
    } finally {
      // A rollback doesn't take back a sequence's number.
      await tx`select setval(${NAME}::text::regclass, ${Number(id) + 1}, true)`;
    }
  }));
