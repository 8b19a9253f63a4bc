import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { superuser } from "../../local/database/cluster.ts";
import type { StackFacts } from "../../local/stack.ts";
import { startTemporaryStack, type TemporaryStack } from "../../local/temporary-stack.ts";
import { PASSWORD_COST } from "../demo-logins.ts";
import { WireTrap, type WireMoment } from "./wire-trap.ts";

const launcher = fileURLToPath(new URL("../../local/launch.mjs", import.meta.url));

export interface CommandResult {
  readonly output: string;
  readonly exitStatus: number | NodeJS.Signals | null;
}

const listTables = async (sql: postgres.Sql | postgres.TransactionSql): Promise<string[]> => {
  const tables = await sql<{ name: string }[]>`
    select table_schema || '.' || table_name as name from information_schema.tables
    where table_schema in ('public', 'private') and table_type = 'BASE TABLE' order by 1`;
  return tables.map(({ name }) => name);
};

async function copyFirstRows(tx: postgres.TransactionSql, name: string): Promise<void> {
  const [columns] = await tx<[{ names: string }]>`
    select string_agg(format('%I', attname), ', ') as names from pg_attribute
    where attrelid = ${name}::regclass and attnum > 0 and attgenerated = '' and not attisdropped`;
  await tx.unsafe(
    `insert into ${name} (${columns.names}) overriding system value select ${columns.names} from first_rows."${name}"`,
  );
}

/** A stack that stands in for a hosted project, with traps in front of its database and its Storage. */
export class Project {
  readonly #stack: TemporaryStack;
  readonly databaseTrap: WireTrap;
  readonly storageTrap: WireTrap;
  readonly sql: postgres.Sql;

  private constructor(stack: TemporaryStack, databaseTrap: WireTrap, storageTrap: WireTrap) {
    this.#stack = stack;
    this.databaseTrap = databaseTrap;
    this.storageTrap = storageTrap;
    this.sql = postgres(stack.facts.databaseUrl, { max: 1, onnotice: () => undefined });
  }

  static async create(hasSampleData: boolean): Promise<Project> {
    const stack = await startTemporaryStack({
      site: "none",
      hasFunctions: false,
      isTemporary: true,
      passwordCost: PASSWORD_COST,
      hasSampleData,
    });
    const { databaseUrl, apiUrl } = stack.facts;
    return new Project(stack, await WireTrap.create(databaseUrl), await WireTrap.create(apiUrl));
  }

  get facts(): StackFacts {
    return this.#stack.facts;
  }

  get storageAccess() {
    return { url: this.facts.apiUrl, secretKey: this.facts.secretKey };
  }

  /**
   * Runs `npm run backup` or `npm run restore` against this project. At the given moment, the command is killed or
   * loses its connection to the database.
   */
  async run(
    command: "backup" | "restore",
    folder: string,
    at: {
      database?: WireMoment;
      storage?: WireMoment;
      isCutOff?: boolean;
      variables?: Record<string, string>;
      flags?: readonly string[];
    } = {},
  ): Promise<CommandResult> {
    const url = this.databaseTrap.url;
    const args = command === "backup" ? [url, folder] : [folder, url];
    const child = spawn(process.execPath, [launcher, command, ...args, ...(at.flags ?? [])], {
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        SUPABASE_URL: this.storageTrap.url,
        SUPABASE_SECRET_KEY: this.facts.secretKey,
        ...at.variables,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const interrupt = () => {
      if (at.isCutOff) this.databaseTrap.disconnect();
      else child.kill("SIGKILL");
      return undefined;
    };
    if (at.database) this.databaseTrap.arm(at.database, interrupt);
    if (at.storage) this.storageTrap.arm(at.storage, interrupt);
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
    const [code, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
    return { output, exitStatus: code ?? signal };
  }

  async #runAsSuperuser(work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
    const url = new URL(this.facts.databaseUrl);
    url.username = superuser;
    const sql = postgres(url.href, { max: 1, onnotice: () => undefined });
    try {
      await work(sql);
    } finally {
      await sql.end();
    }
  }

  /** Removes everything that the migrations created, as in a project that was just created. */
  async resetProject(): Promise<void> {
    await this.#runAsSuperuser((sql) =>
      sql
        .unsafe(
          `drop schema if exists public, private, supabase_migrations cascade;
         create schema public authorization postgres;
         grant usage on schema public to anon, authenticated, service_role;
         delete from storage.objects;
         delete from storage.buckets;
         delete from auth.users`,
        )
        .simple(),
    );
  }

  /** Deletes all but a few of the sample data's files, because copying this project copies each of them. */
  async deleteMostFiles(): Promise<void> {
    await this.#runAsSuperuser(
      (sql) => sql`
        delete from storage.objects where id not in (select id from storage.objects order by name limit 5)`,
    );
  }

  /** Copies the rows that the migrations created, for `removeContent`. */
  async copyInitialRows(): Promise<void> {
    await this.#runAsSuperuser(async (sql) => {
      await sql`create schema first_rows`;
      for (const name of await listTables(sql)) {
        await sql.unsafe(`create table first_rows."${name}" as table ${name}`);
      }
    });
  }

  /** Removes all content of a project that has the migrations, which takes much less time than applying them again. */
  async removeContent(): Promise<void> {
    await this.#runAsSuperuser(async (sql) => {
      await sql`delete from storage.objects`;
      await sql`delete from auth.users where email <> 'nobody@accounts.invalid'`;
      await sql.begin(async (tx) => {
        await tx`set local session_replication_role = replica`;
        const names = await listTables(tx);
        await tx.unsafe(`truncate ${names.join(", ")}`);
        for (const name of names) await copyFirstRows(tx, name);
      });
    });
  }

  /** For each table that a backup keeps, returns one hash of all its rows. */
  async hashTables(): Promise<Record<string, string>> {
    const tables = await this.sql<{ name: string }[]>`
      select table_schema || '.' || table_name as name from information_schema.tables
      where (table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'restores')
        or (table_schema = 'auth' and table_name in ('users', 'identities', 'mfa_factors'))
      order by 1`;
    const hashes: Record<string, string> = {};
    for (const { name } of tables) {
      const [row] = await this.sql.unsafe<{ hash: string }[]>(`
        select count(*) || ' ' || md5(coalesce(string_agg(line, e'\\n' order by line), '')) as hash
        from (select entry::text as line from ${name} as entry) as lines`);
      hashes[name] = row!.hash;
    }
    return hashes;
  }

  /** Every stored file with its type, cache time and contents. */
  async hashFiles(): Promise<Record<string, string>> {
    const files = await this.sql<{ path: string }[]>`
      select bucket_id || '/' || name as path from storage.objects order by 1`;
    const { url, secretKey } = this.storageAccess;
    const hashes: Record<string, string> = {};
    for (const { path } of files) {
      const response = await fetch(`${url}/storage/v1/object/${encodeURI(path)}`, {
        headers: { apikey: secretKey, Authorization: `Bearer ${secretKey}` },
      });
      const content = Buffer.from(await response.arrayBuffer());
      const parts = [
        response.status,
        response.headers.get("Content-Type"),
        response.headers.get("Cache-Control"),
        createHash("sha256").update(content).digest("hex"),
      ];
      hashes[path] = parts.join(" ");
    }
    return hashes;
  }

  async stop(): Promise<void> {
    this.databaseTrap.close();
    this.storageTrap.close();
    await this.sql.end();
    await this.#stack.stop();
  }
}
