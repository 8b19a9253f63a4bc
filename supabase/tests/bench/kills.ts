import { GivingStack, type Moment } from "../outages/kills.ts";

const DONATIONS = 200;

/** Four of them kill between the commit of a donation and its response. */
const moments: readonly Moment[] = [
  { victim: "postgres", told: 0 },
  { victim: "postgres", told: 50 },
  { victim: "postgres", committed: 20 },
  { victim: "postgres", committed: 150 },
  { victim: "function", told: 10 },
  { victim: "function", committed: 80 },
  { victim: "function", told: 150 },
  { victim: "launcher", told: 30 },
  { victim: "launcher", committed: 90 },
  { victim: "launcher", told: 180 },
];

/** Kills one process during 200 simultaneous donations and prints what the ledger says afterwards. */
export async function benchKills(): Promise<void> {
  console.log(`\nKilled during ${DONATIONS} simultaneous donations`);
  const stack = await GivingStack.create();
  try {
    for (const moment of moments) {
      const { victim, told, committed, odd, ...figures } = await stack.killDuring(
        DONATIONS,
        moment,
      );
      const at =
        told === undefined ? `commit ${committed}, before its response` : `response ${told}`;
      const line = Object.entries({ ...figures, odd: odd.length });
      console.log(
        `${victim}, ${at}: ${line.map(([name, value]) => `${name} ${value}`).join(", ")}`,
      );
      for (const answer of new Set(odd)) console.log(`  ${answer}`);
    }
  } finally {
    await stack.stop();
  }
}
