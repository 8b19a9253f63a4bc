import { DonationStack, type Moment } from "../outages/kills.ts";

const DONATIONS = 200;

/** The moments of the kills. Four are between the commit of a donation and its response. */
const moments: readonly Moment[] = [
  { victim: "postgres", answered: 0 },
  { victim: "postgres", answered: 50 },
  { victim: "postgres", committed: 20 },
  { victim: "postgres", committed: 150 },
  { victim: "function", answered: 10 },
  { victim: "function", committed: 80 },
  { victim: "function", answered: 150 },
  { victim: "launcher", answered: 30 },
  { victim: "launcher", committed: 90 },
  { victim: "launcher", answered: 180 },
];

/** Kills one process during 200 simultaneous donations and prints what the ledger says afterwards. */
export async function benchKills(): Promise<void> {
  console.log(`\nKilled during ${DONATIONS} simultaneous donations`);
  const stack = await DonationStack.create();
  try {
    for (const moment of moments) {
      const { victim, answered, committed, unexpected, ...figures } = await stack.killDuring(
        DONATIONS,
        moment,
      );
      const at =
        answered === undefined
          ? `commit ${committed}, before its response`
          : `response ${answered}`;
      const line = Object.entries({ ...figures, unexpected: unexpected.length });
      console.log(
        `${victim}, ${at}: ${line.map(([name, value]) => `${name} ${value}`).join(", ")}`,
      );
      for (const answer of new Set(unexpected)) console.log(`  ${answer}`);
    }
  } finally {
    await stack.stop();
  }
}
