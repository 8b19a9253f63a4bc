import { expect } from "vitest";
import type { MergeNoun } from "../../functions/_shared/contracts/merges.ts";
import { catchSqlState, type connect, type Person, type Transaction } from "./connection.ts";
import { mergeRows, setAdminClaims, undoMergeRows } from "./merging.ts";

interface OpenMerge {
  readonly id: string;
  readonly keptId: string;
  readonly mergedId: string;
}

export const pickFrom = <Item>(items: readonly Item[], random: () => number): Item =>
  items[Math.floor(random() * items.length)]!;

const expectCode = (code: string | undefined, expected: string | undefined) =>
  expect(code).toBe(expected);

interface WalkOptions {
  readonly noun: MergeNoun;
  readonly ids: readonly string[];
  /** The fields whose value is chosen at random. */
  readonly fields: readonly string[];
  readonly random: () => number;
}

/** Merges random pairs and undoes merges, and knows who was merged into whom. */
export class MergeWalk {
  readonly counts = { merged: 0, undone: 0, refused: 0 };
  readonly #mergedInto = new Map<string, string>();
  readonly #openMerges: OpenMerge[] = [];
  readonly #options: WalkOptions;

  constructor(options: WalkOptions) {
    this.#options = options;
  }

  findKept(id: string): string {
    const keptId = this.#mergedInto.get(id);
    return keptId === undefined ? id : this.findKept(keptId);
  }

  #isLast({ keptId }: OpenMerge, position: number): boolean {
    const isLater = ({ keptId: otherId }: OpenMerge, index: number) =>
      index > position && otherId === keptId;
    return !this.#mergedInto.has(keptId) && !this.#openMerges.some(isLater);
  }

  /** Merges two random records. Some donors are refused, because one is credited for the other's donation. */
  async #merge(tx: Transaction) {
    const { noun, ids, fields, random } = this.#options;
    const unmergedIds = ids.filter((id) => !this.#mergedInto.has(id));
    const [keptId, mergedId] = [pickFrom(unmergedIds, random), pickFrom(unmergedIds, random)];
    if (keptId === mergedId) return;
    const choices = Object.fromEntries(
      fields.map((field) => [field, random() < 0.5 ? "kept" : "merged"]),
    );
    let id = "";
    const code = await catchSqlState(
      tx.savepoint(async (savepoint) => {
        id = await mergeRows(savepoint, noun, { keptId, mergedId, choices });
      }),
    );
    if (noun === "donor" && code === "CP031") {
      this.counts.refused += 1;
      return;
    }
    expectCode(code, undefined);
    this.#mergedInto.set(mergedId, keptId);
    this.#openMerges.push({ id, keptId, mergedId });
    this.counts.merged += 1;
  }

  /** Undoes a merge, which is refused unless it is the record's last merge. */
  async #undo(tx: Transaction, position: number) {
    const merge = this.#openMerges[position]!;
    const code = await catchSqlState(
      tx.savepoint((savepoint) => undoMergeRows(savepoint, this.#options.noun, merge.id)),
    );
    expectCode(code, this.#isLast(merge, position) ? undefined : "CP032");
    if (code !== undefined) {
      this.counts.refused += 1;
      return;
    }
    this.counts.undone += 1;
    this.#openMerges.splice(position, 1);
    this.#mergedInto.delete(merge.mergedId);
  }

  /** Undoes a merge that can be undone or, one time in ten, any merge. */
  async #undoAny(tx: Transaction) {
    const { random } = this.#options;
    const positions = [...this.#openMerges.keys()];
    const lastPositions = positions.filter((position) =>
      this.#isLast(this.#openMerges[position]!, position),
    );
    await this.#undo(tx, pickFrom(random() < 0.1 ? positions : lastPositions, random));
  }

  /** Merges this many pairs in several transactions, with undos in between, and then undoes all merges. */
  async run({
    connection,
    admin,
    pairCount,
    doSomethingElse = async () => false,
    expectConsistency,
  }: {
    readonly connection: ReturnType<typeof connect>;
    readonly admin: Person;
    readonly pairCount: number;
    /** Called before each step with a number from 0 to 1. Returns whether it did anything. */
    readonly doSomethingElse?: (tx: Transaction, choice: number) => Promise<boolean>;
    readonly expectConsistency: () => Promise<void>;
  }) {
    while (this.counts.merged < pairCount) {
      await connection.begin(async (tx) => {
        await setAdminClaims(tx, admin);
        for (let step = 0; step < 30 && this.counts.merged < pairCount; step += 1) {
          const choice = this.#options.random();
          if (await doSomethingElse(tx, choice)) continue;
          const areMostMerged = this.#mergedInto.size > this.#options.ids.length / 2;
          const undoes = this.#openMerges.length > 0 && (areMostMerged || choice < 0.4);
          await (undoes ? this.#undoAny(tx) : this.#merge(tx));
        }
      });
      await expectConsistency();
    }
    await connection.begin(async (tx) => {
      await setAdminClaims(tx, admin);
      while (this.#openMerges.length > 0) await this.#undo(tx, this.#openMerges.length - 1);
    });
    await expectConsistency();
  }
}
