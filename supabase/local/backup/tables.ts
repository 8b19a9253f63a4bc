import type { TransactionSql } from "postgres";
import { Problem } from "../machine/problem.ts";
import type { SequenceBackup, TableBackup } from "./manifest.ts";

/**
 * Auth's tables that a login needs. Sessions and emailed links aren't backed up: another project signs its tokens with
 * other keys, so everyone has to log in again anyway.
 */
const AUTH_TABLES = ["auth.users", "auth.identities", "auth.mfa_factors"];

/** The table that records what was restored into this database. Backups don't include it. */
const RESTORES_TABLE = "public.restores";

export type TableShape = Pick<TableBackup, "name" | "columns" | "generatedColumns">;

/**
 * Returns the tables of a backup: first Auth's, then the ones that the migrations created. Each table follows the
 * tables that it references.
 */
export async function listTables(tx: TransactionSql): Promise<TableShape[]> {
  const tables = await tx<TableShape[]>`
    with backed_up as (
      select class.oid, format('%I.%I', namespace.nspname, class.relname) as name
      from pg_class as class
      join pg_namespace as namespace on namespace.oid = class.relnamespace
      where class.relkind in ('r', 'p') and not class.relispartition
        and (
          namespace.nspname || '.' || class.relname in ${tx(AUTH_TABLES)}
          -- The migrations fill the tables in private.
          or namespace.nspname not in ('supabase_migrations', 'private')
            -- The role that ran the migrations also owns the tables.
            and class.relowner = (select nspowner from pg_namespace where nspname = 'private')
            and namespace.nspname || '.' || class.relname <> ${RESTORES_TABLE}
            and not exists (
              select from pg_depend
              where classid = 'pg_class'::regclass and objid = class.oid and deptype = 'e'
            )
        )
    )
    select backed_up.name,
      coalesce(
        json_agg(quote_ident(attname) order by attnum) filter (where attgenerated = ''), '[]'
      ) as columns,
      coalesce(
        json_agg(quote_ident(attname) order by attnum) filter (where attgenerated <> ''), '[]'
      ) as "generatedColumns"
    from backed_up
    join pg_attribute on attrelid = backed_up.oid and attnum > 0 and not attisdropped
    group by backed_up.name
    order by backed_up.name`;
  const missingTables = AUTH_TABLES.filter((name) => !tables.some((table) => table.name === name));
  if (missingTables.length > 0 || tables.length === AUTH_TABLES.length) {
    throw new Problem(
      "This database doesn't have the tables of this project. Check the URL, and apply the migrations first.",
    );
  }
  return sortByReferences(tx, tables);
}

async function sortByReferences(
  tx: TransactionSql,
  tables: readonly TableShape[],
): Promise<TableShape[]> {
  const references = await tx<{ from: string; to: string }[]>`
    select format('%I.%I', source_schema.nspname, source.relname) as "from",
      format('%I.%I', target_schema.nspname, target.relname) as "to"
    from pg_constraint
    join pg_class as source on source.oid = conrelid
    join pg_namespace as source_schema on source_schema.oid = source.relnamespace
    join pg_class as target on target.oid = confrelid
    join pg_namespace as target_schema on target_schema.oid = target.relnamespace
    where contype = 'f' and conrelid <> confrelid`;
  const remaining = [
    ...AUTH_TABLES.map((name) => tables.find((table) => table.name === name)!),
    ...tables.filter(({ name }) => !AUTH_TABLES.includes(name)),
  ];
  const sortedTables: TableShape[] = [];
  while (remaining.length > 0) {
    const isRemaining = (name: string) => remaining.some((table) => table.name === name);
    const nextIndex = remaining.findIndex(
      ({ name }) => !references.some(({ from, to }) => from === name && isRemaining(to)),
    );
    if (nextIndex < 0) {
      const names = remaining.map(({ name }) => name).join(", ");
      throw new Problem(`These tables refer to one another in a circle: ${names}.`);
    }
    sortedTables.push(...remaining.splice(nextIndex, 1));
  }
  return sortedTables;
}

export interface Fingerprint {
  readonly rowCount: number;
  readonly fingerprint: string;
}

/** Returns the number of rows and a sum of their hashes that doesn't depend on the order of the rows. */
export async function readFingerprint(
  tx: TransactionSql,
  { name, columns, generatedColumns }: TableShape,
): Promise<Fingerprint> {
  const [row] = await tx.unsafe<Fingerprint[]>(`
    select count(*)::integer as "rowCount",
      coalesce(sum(('x' || left(hash, 16))::bit(64)::bigint::numeric), 0)::text as fingerprint
    from (
      select md5(row(${[...columns, ...generatedColumns].join(", ")})::text) as hash from ${name}
    ) as hashed`);
  return row!;
}

/** A sequence that numbers the rows of a table. */
export interface OwnedSequence {
  readonly name: string;
  readonly table: string;
  readonly column: string;
}

export const listSequences = (
  tx: TransactionSql,
  tables: readonly TableShape[],
): Promise<OwnedSequence[]> => tx<OwnedSequence[]>`
  select format('%I.%I', namespace.nspname, sequence.relname) as name,
    format('%I.%I', owner_namespace.nspname, owner.relname) as table, quote_ident(attname) as column
  from pg_class as sequence
  join pg_namespace as namespace on namespace.oid = sequence.relnamespace
  join pg_depend as link on link.objid = sequence.oid and link.classid = 'pg_class'::regclass
    and link.deptype in ('a', 'i')
  join pg_class as owner on owner.oid = link.refobjid
  join pg_namespace as owner_namespace on owner_namespace.oid = owner.relnamespace
  join pg_attribute on attrelid = owner.oid and attnum = link.refobjsubid
  where sequence.relkind = 'S'
    and format('%I.%I', owner_namespace.nspname, owner.relname)
      in ${tx(tables.map(({ name }) => name))}
  order by 1`;

/**
 * Returns where each sequence continues. One that was behind its table, such as after rows were added by hand, continues
 * after the table's last row, because its next number would be taken.
 */
export async function readSequences(
  tx: TransactionSql,
  sequences: readonly OwnedSequence[],
): Promise<SequenceBackup[]> {
  const states: SequenceBackup[] = [];
  for (const { name, table, column } of sequences) {
    const [state] = await tx.unsafe<SequenceBackup[]>(`
      select greatest(last_value, last_id)::text as "lastValue",
        is_called or last_id >= last_value as "isCalled"
      from ${name} cross join (select coalesce(max(${column}), 0) as last_id from ${table}) as numbered`);
    states.push({ ...state!, name });
  }
  return states;
}

/** Throws if a sequence would return a number that a row already has, so that nothing could be added. */
export async function requireFreeNumbers(
  tx: TransactionSql,
  sequences: readonly OwnedSequence[],
): Promise<void> {
  for (const { name, table, column } of sequences) {
    const rows = await tx.unsafe(`
      select from ${name} where last_value + is_called::integer <= (select max(${column}) from ${table})`);
    if (rows.length > 0) {
      throw new Problem(
        `The backup is damaged: ${name} would number new rows like rows that exist, so no rows were restored. Use another backup.`,
      );
    }
  }
}

export async function countTotalsDifferences(tx: TransactionSql): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::integer as count from private.donation_totals_differences()`;
  return row!.count;
}
