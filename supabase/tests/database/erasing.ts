import type { PersonRecord } from "../../functions/_shared/contracts/person-records.ts";
import { type Person, runAs, type Transaction } from "./connection.ts";

export const ERASURE_KEY = "k".repeat(40);

interface Preview {
  readonly tables: readonly { table: string; action: string; count: number }[];
  readonly obstacles: readonly string[];
  readonly confirmations: readonly string[];
  readonly elsewhere: readonly string[];
  readonly mentions: readonly { table: string; id: string }[];
  readonly fingerprint: string;
  readonly fileCount: number;
}

export const previewAs = (tx: Transaction, owner: Person, records: readonly PersonRecord[]) =>
  runAs(tx, owner, async (run) => {
    const [row] = await run<[{ preview: Preview }]>`
      select private.preview_erasure(${run.json(records)}) as preview`;
    return row.preview;
  });

export async function eraseAs(
  tx: Transaction,
  owner: Person,
  records: readonly PersonRecord[],
  confirmation?: string,
) {
  const { fingerprint, confirmations } = await previewAs(tx, owner, records);
  return runAs(tx, owner, async (run) => {
    const [row] = await run<[{ erasure: Record<string, unknown> & { id: string } }]>`
      select private.start_erasure(
        ${run.json(records)}, ${confirmation ?? confirmations[0]!}, ${fingerprint}, jsonb_build_array(${ERASURE_KEY}::text)
      ) as erasure`;
    return row.erasure;
  });
}
