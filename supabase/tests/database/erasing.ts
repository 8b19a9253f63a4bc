import type { PersonRecord } from "../../functions/_shared/contracts/person-records.ts";
import { type Person, runAs, type Transaction } from "./connection.ts";

export const ERASURE_KEY = "k".repeat(40);

export interface PreviewedMention {
  readonly table: string;
  readonly id: string;
  readonly column: string;
  /** Why the mention can't be blanked; null if it can. */
  readonly stays: string | null;
}

interface Preview {
  readonly tables: readonly { table: string; action: string; count: number }[];
  readonly obstacles: readonly string[];
  readonly confirmations: readonly string[];
  readonly elsewhere: readonly string[];
  readonly mentions: readonly PreviewedMention[];
  readonly fingerprint: string;
  readonly fileCount: number;
}

export const previewAs = (tx: Transaction, owner: Person, records: readonly PersonRecord[]) =>
  runAs(tx, owner, async (run) => {
    const [row] = await run<[{ preview: Preview }]>`
      select private.preview_erasure(${run.json(records)}) as preview`;
    return row.preview;
  });

/** Chooses those of the mentions that can be blanked. */
export const chooseMentions = (mentions: readonly PreviewedMention[]) =>
  mentions
    .filter(({ stays }) => stays === null)
    .map(({ table, column, id }) => ({ table, column, ids: [id] }));

interface ErasureChoices {
  /** By default, the first of the preview's confirmations. */
  readonly confirmation?: string;
  /** Those that can be blanked are. */
  readonly mentions?: readonly PreviewedMention[];
}

export async function eraseAs(
  tx: Transaction,
  owner: Person,
  records: readonly PersonRecord[],
  { confirmation, mentions = [] }: ErasureChoices = {},
) {
  const { fingerprint, confirmations } = await previewAs(tx, owner, records);
  return runAs(tx, owner, async (run) => {
    const [row] = await run<[{ erasure: Record<string, unknown> & { id: string } }]>`
      select private.start_erasure(
        ${run.json(records)}, ${confirmation ?? confirmations[0]!}, ${fingerprint},
        jsonb_build_array(${ERASURE_KEY}::text), ${run.json(chooseMentions(mentions))}
      ) as erasure`;
    return row.erasure;
  });
}
